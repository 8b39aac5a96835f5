import { hash } from 'node:crypto'
import { DAY_MS } from '#server/platform/basics/clock.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { countSeveralHits } from './hit-log.repository.ts'
import { countHit, countNextHit, deleteHits, deleteHitsBefore, removeHit } from './rate-limit.repository.ts'

export type RateLimit = {
  /** What is limited, e.g. "sign-in by address". */
  name: string
  /** Who is limited. Stored only as a hash. */
  key: string
  /** Hits allowed per window. */
  limit: number
  windowSeconds: number
  /**
   * If set, hits beyond the limit are allowed one by one, after waits that double from this value up to
   * `maxWaitSeconds`.
   */
  firstWaitSeconds?: number
  maxWaitSeconds?: number
  /** Most hits are not the first of their window. Saves work if so. */
  isFrequent?: true
}

/** What remains after a hit, until the window or the block ends. */
export type Headroom = { isRefused: boolean; remaining: number; resetSeconds: number }

/** Counts a hit across all processes. Throws TOO_MANY_REQUESTS beyond the limit. */
export async function hitRateLimit(db: Queryable, limit: RateLimit, now: Date): Promise<void> {
  const { isRefused, resetSeconds } = await countAgainst(db, limit, now)
  if (isRefused) throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: resetSeconds })
}

/** The same for callers that report what is left. */
export async function countAgainst(db: Queryable, limit: RateLimit, now: Date): Promise<Headroom> {
  const hit = { key: storedKey(limit), limit: limit.limit, windowSeconds: limit.windowSeconds, now }
  const next = limit.isFrequent === true ? await countNextHit(db, hit) : undefined
  const count =
    next ??
    (await countHit(db, {
      ...hit,
      firstWaitSeconds: limit.firstWaitSeconds ?? null,
      maxWaitSeconds: limit.maxWaitSeconds ?? limit.windowSeconds,
    }))
  const secondsTo = (time: number): number => Math.max(1, Math.ceil((time - now.getTime()) / 1000))
  if (count.blockedUntil !== null)
    return { isRefused: true, remaining: 0, resetSeconds: secondsTo(count.blockedUntil.getTime()) }
  return {
    isRefused: false,
    remaining: Math.max(0, limit.limit - count.hits),
    resetSeconds: secondsTo(count.windowStart.getTime() + limit.windowSeconds * 1000),
  }
}

/** Counts several hits, all or none. The limit applies to every window of that length, wherever it begins. */
export async function countHits(
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

/** Removes a hit that should not have counted. */
export const forgiveHit = (db: Queryable, limit: RateLimit): Promise<void> => removeHit(db, storedKey(limit))

export const clearRateLimit = (db: Queryable, limit: RateLimit): Promise<void> => deleteHits(db, storedKey(limit))

const KEPT_MS = DAY_MS
/** Deletes hits that no longer affect any limit. */
export const sweepRateLimits = (db: Queryable, now: Date): Promise<void> =>
  deleteHitsBefore(db, new Date(now.getTime() - KEPT_MS))

export const storedKey = ({ name, key }: Pick<RateLimit, 'name' | 'key'>): string =>
  hash('sha256', `${name}\n${key}`, 'base64url')
