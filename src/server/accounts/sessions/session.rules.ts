import { DAY_MS } from '#server/platform/basics/clock.ts'
import { type SecretToken, secretTokenOf } from '#server/platform/basics/secret-token.ts'

export const SESSION_MS = 30 * DAY_MS
const RENEWAL_MS = 3_600_000
/** A session ends after this time even if it is in use, so that a stolen cookie does not work forever. */
const LONGEST_SESSION_MS = 90 * DAY_MS

export const oldestSession = (now: Date): Date => new Date(now.getTime() - LONGEST_SESSION_MS)

/** `token` is the value of the cookie. */
export type SessionKey = SecretToken

/** The key for a cookie's value; null if the value cannot be one of ours. */
export const readSessionKey = (cookie: string | undefined): SessionKey | null =>
  cookie !== undefined && /^[\w-]{43}$/.test(cookie) ? secretTokenOf(cookie) : null

/** Distinguishes a browser's sessions without revealing the key. */
export const sessionMark = ({ hash }: SessionKey): string => Buffer.from(hash).toString('hex', 0, 4)

export const lastUse = (expiresAt: Date): Date => new Date(expiresAt.getTime() - SESSION_MS)

export const sessionEnd = (now: Date): Date => new Date(now.getTime() + SESSION_MS)

/** A session in use is extended at most once an hour, so its end also shows, to the hour, when it was last used. */
export const isRenewalDue = (expiresAt: Date, now: Date): boolean =>
  sessionEnd(now).getTime() - expiresAt.getTime() >= RENEWAL_MS
