import { createHash, randomBytes } from 'node:crypto'
import type { KeyScope } from '#contract/api-keys.ts'

/** A key as it is made: `secret` goes to its owner once, `hash` is all that is kept here. */
export type NewSecret = { secret: string; hash: Uint8Array; ending: string }

// Scanners for leaked secrets know a key by its prefix.
const PREFIX = 'leadline_'
const ENDING_CHARACTERS = 4
const form = new RegExp(`^${PREFIX}[\\w-]{43}$`)

export function newSecret(): NewSecret {
  const secret = PREFIX + randomBytes(32).toString('base64url')
  return { secret, hash: hashOf(secret), ending: secret.slice(-ENDING_CHARACTERS) }
}

/** The hash of the key in an Authorization header; null where it holds nothing that could be one of ours. */
export function keyHashIn(authorization: string | undefined): Uint8Array | null {
  const [, key] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  return key !== undefined && form.test(key) ? hashOf(key) : null
}

export const allowsScope = (has: KeyScope, needs: KeyScope): boolean => has === needs || has === 'search'

const hashOf = (secret: string): Uint8Array => createHash('sha256').update(secret).digest()
