import { sessionMarkCookie } from '#contract/accounts/session-mark.ts'

const cookie = new RegExp(`(?:^|; )((?:__Host-)?${sessionMarkCookie})=([^;]+)`)

/** A cookie value that differs for each session. Scripts can read it, unlike the session cookie itself. */
export const sessionMark = (): string | undefined => cookie.exec(document.cookie)?.[2]

/** Without a session, requests about the user are unnecessary. */
export const holdsSession = (): boolean => sessionMark() !== undefined

/** Removes the mark of a session that ended without a sign-out. */
export function forgetSession(): void {
  const name = cookie.exec(document.cookie)?.[1]
  if (name === undefined) return
  document.cookie = `${name}=; path=/; max-age=0; samesite=lax${name === sessionMarkCookie ? '' : '; secure'}`
}
