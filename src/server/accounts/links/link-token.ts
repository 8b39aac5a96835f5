import { createHash, randomBytes } from 'node:crypto'

export type LinkPurpose = 'reset-password' | 'verify-email' | 'undo-email'
/** `token` travels in a link, behind its '#', where no server's log sees it; `hash` is all that is kept here. */
export type LinkToken = { token: string; hash: Uint8Array }

export const newLinkToken = (): LinkToken => linkTokenOf(randomBytes(32).toString('base64url'))
export const linkTokenOf = (token: string): LinkToken => ({
  token,
  hash: createHash('sha256').update(token).digest(),
})
