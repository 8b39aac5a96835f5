import { signedInMark } from '#contract/session-mark.ts'

const mark = new RegExp(`(?:^|; )(?:__Host-)?${signedInMark.name}=${signedInMark.value}(?:;|$)`)

/** Whether this browser holds a session, as far as a page can know. Without one there is nobody to ask the server for. */
export const holdsSession = (): boolean => mark.test(document.cookie)
