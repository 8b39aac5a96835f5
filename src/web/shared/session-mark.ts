import { sessionMarkCookie } from '#contract/session-mark.ts'

const cookie = new RegExp(`(?:^|; )((?:__Host-)?${sessionMarkCookie})=([^;]+)`)

/** Marks the session that this browser holds, as far as a page can know; each session has a mark of its own. */
export const sessionMark = (): string | undefined => cookie.exec(document.cookie)?.[2]

/** Without a session there is nobody to ask the server for. */
export const holdsSession = (): boolean => sessionMark() !== undefined

/** Takes the mark of a session away that has ended without a sign-out. */
export function forgetSession(): void {
  const name = cookie.exec(document.cookie)?.[1]
  if (name === undefined) return
  document.cookie = `${name}=; path=/; max-age=0; samesite=lax${name === sessionMarkCookie ? '' : '; secure'}`
}
