import { createHash } from 'node:crypto'
import type { Queryable } from '../db/client.ts'
import { countHit, deleteHits, deleteHitsBefore, takeHitBack } from './rate-limit.repository.ts'
import { Refusal } from './refusal.ts'

export type RateLimit = {
  /** What is limited, e.g. "sign-in by address". */
  name: string
  /** For whom. Kept as a hash, never in clear. */
  key: string
  /** Hits that a window lets through. */
  limit: number
  windowSeconds: number
  /** Set: beyond the limit single hits pass, after waits that double from here up to `maxWaitSeconds`. */
  firstWaitSeconds?: number
  maxWaitSeconds?: number
}

/** Counts a hit, for all processes on this database; beyond the limit it is refused with TOO_MANY_REQUESTS. */
export async function hitRateLimit(db: Queryable, limit: RateLimit, now: Date): Promise<void> {
  const blockedUntil = await countHit(db, {
    key: storedKey(limit),
    limit: limit.limit,
    windowSeconds: limit.windowSeconds,
    firstWaitSeconds: limit.firstWaitSeconds ?? null,
    maxWaitSeconds: limit.maxWaitSeconds ?? limit.windowSeconds,
    now,
  })
  if (blockedUntil === null) return
  const retryAfterSeconds = Math.max(1, Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000))
  throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds })
}

/** Takes a hit back that turned out not to be one of those that are limited. */
export const forgiveHit = (db: Queryable, limit: RateLimit): Promise<void> => takeHitBack(db, storedKey(limit))

export const clearRateLimit = (db: Queryable, limit: RateLimit): Promise<void> => deleteHits(db, storedKey(limit))

const KEPT_MS = 86_400_000
/** Forgets what no limit looks at any more. */
export const sweepRateLimits = (db: Queryable, now: Date): Promise<void> =>
  deleteHitsBefore(db, new Date(now.getTime() - KEPT_MS))

const storedKey = ({ name, key }: RateLimit): string =>
  createHash('sha256').update(`${name}\n${key}`).digest('base64url')
