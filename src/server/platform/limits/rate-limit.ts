import { createHash } from 'node:crypto'
import type { Queryable } from '#server/platform/database/db.ts'
import { countSeveralHits } from './hit-log.repository.ts'
import { countHit, deleteHits, deleteHitsBefore, takeHitBack } from './rate-limit.repository.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'

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

/** What a counted hit leaves, until the window ends or the block does. */
export type Headroom = { isRefused: boolean; remaining: number; resetSeconds: number }

/** Counts a hit, for all processes on this database; beyond the limit it is refused with TOO_MANY_REQUESTS. */
export async function hitRateLimit(db: Queryable, limit: RateLimit, now: Date): Promise<void> {
  const { isRefused, resetSeconds } = await countAgainst(db, limit, now)
  if (isRefused) throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: resetSeconds })
}

/** The same for a caller who tells what is left. */
export async function countAgainst(db: Queryable, limit: RateLimit, now: Date): Promise<Headroom> {
  const count = await countHit(db, {
    key: storedKey(limit),
    limit: limit.limit,
    windowSeconds: limit.windowSeconds,
    firstWaitSeconds: limit.firstWaitSeconds ?? null,
    maxWaitSeconds: limit.maxWaitSeconds ?? limit.windowSeconds,
    now,
  })
  const secondsTo = (time: number): number => Math.max(1, Math.ceil((time - now.getTime()) / 1000))
  if (count.blockedUntil !== null)
    return { isRefused: true, remaining: 0, resetSeconds: secondsTo(count.blockedUntil.getTime()) }
  return {
    isRefused: false,
    remaining: Math.max(0, limit.limit - count.hits),
    resetSeconds: secondsTo(count.windowStart.getTime() + limit.windowSeconds * 1000),
  }
}

/** Counts several hits, all of them or none. The limit holds in every window, wherever it begins. */
export async function countHitsAtOnce(
  db: Queryable,
  limit: Pick<RateLimit, 'name' | 'key' | 'limit' | 'windowSeconds'>,
  { hits, now }: { hits: number; now: Date },
): Promise<Pick<Headroom, 'isRefused' | 'resetSeconds'>> {
  const windowMs = limit.windowSeconds * 1000
  const since = new Date(now.getTime() - windowMs)
  const { isCounted, lastInWay } = await countSeveralHits(db, {
    key: storedKey(limit),
    limit: limit.limit,
    hits,
    now,
    since,
  })
  const end = (lastInWay ?? now).getTime() + windowMs
  return { isRefused: !isCounted, resetSeconds: Math.max(1, Math.ceil((end - now.getTime()) / 1000)) }
}

/** Takes a hit back that turned out not to be one of those that are limited. */
export const forgiveHit = (db: Queryable, limit: RateLimit): Promise<void> => takeHitBack(db, storedKey(limit))

export const clearRateLimit = (db: Queryable, limit: RateLimit): Promise<void> => deleteHits(db, storedKey(limit))

const KEPT_MS = 86_400_000
/** Forgets what no limit looks at any more. */
export const sweepRateLimits = (db: Queryable, now: Date): Promise<void> =>
  deleteHitsBefore(db, new Date(now.getTime() - KEPT_MS))

export const storedKey = ({ name, key }: Pick<RateLimit, 'name' | 'key'>): string =>
  createHash('sha256').update(`${name}\n${key}`).digest('base64url')
