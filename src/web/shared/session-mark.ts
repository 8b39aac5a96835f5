import { sessionMarkCookie } from '#contract/accounts/session-mark.ts'

const cookie = new RegExp(`(?:^|; )((?:__Host-)?${sessionMarkCookie})=([^;]+)`)

/** The value of a cookie that differs for each session. Unlike the session cookie, scripts can read it. */
export const sessionMark = (): string | undefined => cookie.exec(document.cookie)?.[2]

/** Whether there is a session. Without one, requests about the user are unnecessary. */
export const holdsSession = (): boolean => sessionMark() !== undefined

/** Removes the mark of a session that ended without a sign-out. */
export function forgetSession(): void {
  const name = cookie.exec(document.cookie)?.[1]
  if (name === undefined) return
  document.cookie = `${name}=; path=/; max-age=0; samesite=lax${name === sessionMarkCookie ? '' : '; secure'}`
}
