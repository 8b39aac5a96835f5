import { createHash, randomBytes } from 'node:crypto'

const DAY_MS = 86_400_000
export const SESSION_MS = 30 * DAY_MS
const RENEWAL_MS = 3_600_000
/** However much it is used, a session ends then: a cookie that was stolen unseen is not good for ever. */
const LONGEST_SESSION_MS = 90 * DAY_MS

/** Sessions that began before then have ended. */
export const oldestSession = (now: Date): Date => new Date(now.getTime() - LONGEST_SESSION_MS)

/** A session's key: `token` is the cookie's value and stays with the browser, `hash` is all that is kept here. */
export type SessionKey = { token: string; hash: Uint8Array }

export const newSessionKey = (): SessionKey => keyOf(randomBytes(32).toString('base64url'))

/** The key that a cookie's value stands for; null when no session of ours ever had such a value. */
export const readSessionKey = (cookie: string | undefined): SessionKey | null =>
  cookie !== undefined && /^[\w-]{43}$/.test(cookie) ? keyOf(cookie) : null

/** Tells a browser's sessions apart, and no more: the key can not be found from it. */
export const sessionMark = ({ hash }: SessionKey): string => Buffer.from(hash).toString('hex', 0, 4)

const keyOf = (token: string): SessionKey => ({ token, hash: createHash('sha256').update(token).digest() })

export const lastUse = (expiresAt: Date): Date => new Date(expiresAt.getTime() - SESSION_MS)

export const sessionEnd = (now: Date): Date => new Date(now.getTime() + SESSION_MS)

/** A session in use moves its end, but not at every request: so its end also tells, to the hour, when it was last used. */
export const isRenewalDue = (expiresAt: Date, now: Date): boolean =>
  sessionEnd(now).getTime() - expiresAt.getTime() >= RENEWAL_MS
