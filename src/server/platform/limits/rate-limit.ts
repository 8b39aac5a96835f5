import { hash } from 'node:crypto'
import { type Clock, daysBefore } from '#server/platform/basics/clock.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { type LimitWords, overLimit } from './over-limit.ts'
import {
  countHit,
  countNextHits,
  deleteHits,
  deleteHitsBefore,
  type HitInput,
  removeHit,
} from './rate-limit.repository.ts'

/** `key`: who is limited. Stored only as a hash. */
export type RateLimit = LimitWords &
  Omit<HitInput, 'now'> & {
    /** Most hits are not the first of their window. Saves work if so. */
    isFrequent?: true
  }

/** Counts a hit across all processes. Throws a refusal beyond the limit. */
export async function hitRateLimit(db: Queryable, limit: RateLimit, now: Date): Promise<void> {
  const { isRefused, resetSeconds } = await countAgainst(db, limit, now)
  if (isRefused) throw overLimit(limit, resetSeconds)
}

/** `left`: hits that this process has counted in advance, for use before `until`. `refill`: it is counting more. */
type Reserve = { left: number; until: number; refill: Promise<boolean> | null }
/** By database and stored key. */
const reserves = new WeakMap<Queryable, Map<string, Reserve>>()
const RESERVES_KEPT = 10_000

/**
 * The same for a high limit that every call of a frequent endpoint counts against. From the second hit of a window on, a
 * process counts a hundredth of the limit in advance, and needs no statement for these hits. The limit is never exceeded.
 * Hits that a process has counted and not used are lost until the window ends.
 */
export async function hitHighRateLimit(db: Queryable, limit: RateLimit, now: Date): Promise<void> {
  const reserve = reserveOf(db, storedKey(limit))
  while (reserve.left === 0 || now.getTime() >= reserve.until) {
    // Calls at the same time wait for one share. If each took its own, a few of them would use up the limit.
    reserve.refill ??= refill(db, limit, { reserve, now }).finally(() => (reserve.refill = null))
    if (!(await reserve.refill)) return hitRateLimit(db, limit, now)
  }
  reserve.left -= 1
}

function reserveOf(db: Queryable, key: string): Reserve {
  const ofDatabase = reserves.getOrInsertComputed(db, () => new Map<string, Reserve>())
  const reserve = ofDatabase.get(key) ?? { left: 0, until: 0, refill: null }
  if (ofDatabase.size >= RESERVES_KEPT) ofDatabase.clear()
  ofDatabase.set(key, reserve)
  return reserve
}

/** False if the window has not begun, or if its limit is closer than a share. */
async function refill(
  db: Queryable,
  limit: RateLimit,
  { reserve, now }: { reserve: Reserve; now: Date },
): Promise<boolean> {
  const share = Math.ceil(limit.limit / 100)
  const counted = await countNextHits(db, { ...limit, key: storedKey(limit), now }, share)
  if (counted === undefined) return false
  reserve.left = share
  reserve.until = counted.windowStart.getTime() + limit.windowSeconds * 1000
  return true
}

/** The same for callers that report what is left. */
export async function countAgainst(db: Queryable, limit: RateLimit, now: Date) {
  const hit = { ...limit, key: storedKey(limit), now }
  const count = (limit.isFrequent === true ? await countNextHits(db, hit) : undefined) ?? (await countHit(db, hit))
  const secondsTo = (time: number): number => Math.max(1, Math.ceil((time - now.getTime()) / 1000))
  if (count.blockedUntil !== null)
    return { isRefused: true, remaining: 0, resetSeconds: secondsTo(count.blockedUntil.getTime()) }
  return {
    isRefused: false,
    remaining: Math.max(0, limit.limit - count.hits),
    resetSeconds: secondsTo(count.windowStart.getTime() + limit.windowSeconds * 1000),
  }
}

/** Counts several hits. The first of a window, and those at the limit, count as one: a little more is allowed. */
export async function hitSeveralLoosely(
  db: Queryable,
  limit: RateLimit,
  { hits, now }: { hits: number; now: Date },
): Promise<void> {
  const counted = await countNextHits(db, { ...limit, key: storedKey(limit), now }, hits)
  if (counted === undefined) await hitRateLimit(db, limit, now)
}

export const forgiveHit = (db: Queryable, limit: RateLimit): Promise<void> => removeHit(db, storedKey(limit))

export async function forgiveHits(db: Queryable, limits: readonly RateLimit[]): Promise<void> {
  for (const limit of limits) await forgiveHit(db, limit)
}

/** Counts a hit for each limit, or for none: if one of them refuses it, the others forget it. */
export async function hitAll(db: Queryable, limits: readonly RateLimit[], now: Date): Promise<void> {
  for (const [index, limit] of limits.entries())
    await hitRateLimit(db, limit, now).catch(async (error: unknown) => {
      await forgiveHits(db, limits.slice(0, index))
      throw error
    })
}

export const clearRateLimit = (db: Queryable, limit: RateLimit): Promise<void> => deleteHits(db, storedKey(limit))

export const sweepRateLimits = ({ db, clock }: { db: Queryable; clock: Clock }): Promise<void> =>
  deleteHitsBefore(db, daysBefore(clock.now(), 1))

export const storedKey = ({ name, key }: Pick<RateLimit, 'name' | 'key'>): string =>
  hash('sha256', `${name}\n${key}`, 'base64url')
