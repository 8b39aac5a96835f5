import { hash as digestOf, randomBytes } from 'node:crypto'

/** The secret of a link or a cookie. `token` is never stored or logged, and only `hash` is stored. */
export type SecretToken = { token: string; hash: Uint8Array }

export const newSecretToken = (): SecretToken => secretTokenOf(randomBytes(32).toString('base64url'))
export const secretTokenOf = (token: string): SecretToken => ({ token, hash: digestOf('sha256', token, 'buffer') })
