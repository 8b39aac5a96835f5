import { createHmac, timingSafeEqual } from 'node:crypto'

const SIGNATURE_BYTES = 16

/** A token that can only stop the emails of one user. It never expires, because old emails still contain it. */
export const unsubscribeToken = (key: Uint8Array, userId: number): string =>
  `${userId}.${signature(key, userId).toString('base64url')}`

/** The id of the user that a token belongs to. Null if the token is invalid. */
export function readUnsubscribeToken(key: Uint8Array, token: string): number | null {
  const [id = '', signed = ''] = token.split('.')
  const given = Buffer.from(signed, 'base64url')
  if (given.length !== SIGNATURE_BYTES) return null
  return timingSafeEqual(given, signature(key, Number(id))) ? Number(id) : null
}

const signature = (key: Uint8Array, userId: number): Buffer =>
  createHmac('sha256', key).update(`unsubscribe ${userId}`).digest().subarray(0, SIGNATURE_BYTES)
