import { hash as digestOf, randomBytes } from 'node:crypto'
import { keyScopes, type KeyScope } from '#contract/accounts/api-keys.ts'

// Secret scanners recognize leaked keys by this prefix.
const PREFIX = 'leadline_'
const ENDING_CHARACTERS = 4
const form = new RegExp(`^${PREFIX}[\\w-]{43}$`)

/** A new key: `secret` is shown to its owner once, and only `hash` is stored. */
export function newSecret() {
  const secret = PREFIX + randomBytes(32).toString('base64url')
  return { secret, hash: hashOf(secret), ending: secret.slice(-ENDING_CHARACTERS) }
}

/** The hash of the key in an Authorization header; null if it cannot be one of ours. */
export function keyHashIn(authorization: string | undefined): Uint8Array | null {
  const [, key] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  return key !== undefined && form.test(key) ? hashOf(key) : null
}

export const allowsScope = (has: KeyScope, needs: KeyScope): boolean =>
  keyScopes.indexOf(has) >= keyScopes.indexOf(needs)

const hashOf = (secret: string): Uint8Array => digestOf('sha256', secret, 'buffer')
