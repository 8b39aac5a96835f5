import { createHash, randomBytes } from 'node:crypto'

export type LinkPurpose = 'reset-password' | 'verify-email' | 'undo-email'
/** `token` comes after the '#' of a link, so that no server logs it. Only `hash` is stored. */
export type LinkToken = { token: string; hash: Uint8Array }

export const newLinkToken = (): LinkToken => linkTokenOf(randomBytes(32).toString('base64url'))
export const linkTokenOf = (token: string): LinkToken => ({
  token,
  hash: createHash('sha256').update(token).digest(),
})
