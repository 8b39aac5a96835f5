import type { Queryable } from '#server/platform/database/db.ts'
import { lockHits, recordHits } from './hit-log.repository.ts'
import { overLimit } from './over-limit.ts'
import { type RateLimit, storedKey } from './rate-limit.ts'

/** A sliding window: at most `limit` hits in any span of `seconds`. */
export type Window = { limit: number; seconds: number }
export type ExactLimit = {
  /** What is limited, e.g. "mails to an address". */
  name: string
  /** Who is limited. Stored only as a hash. */
  key: string
  windows: readonly Window[]
}

/** Seconds until one more hit is allowed, or several; 0: now. */
export function secondsToWait(times: readonly Date[], windows: readonly Window[], now: Date, hits = 1): number {
  const waits = windows.map(({ limit, seconds }) => {
    // A hit later than one window from now is from a clock that was far ahead.
    const within = times.map(time => time.getTime()).filter(time => Math.abs(time - now.getTime()) < seconds * 1000)
    if (hits > limit) return seconds
    const leaves = within.toSorted((a, b) => b - a)[limit - hits]
    return leaves === undefined ? 0 : Math.max(1, Math.ceil((leaves + seconds * 1000 - now.getTime()) / 1000))
  })
  return Math.max(0, ...waits)
}

/** Past hits of several limits, locked against other transactions until this one ends. */
export async function openHitLog(tx: Queryable, limits: readonly ExactLimit[], now: Date) {
  const times = limits.length === 0 ? new Map<string, Date[]>() : await lockHits(tx, limits.map(storedKey), now)
  const timesOf = (limit: ExactLimit): Date[] => times.get(storedKey(limit)) ?? []
  return {
    /** The first limit that is exhausted, and how long to wait; undefined if none is. */
    fullLimit: <Limit extends ExactLimit>(asked: readonly Limit[]) =>
      asked
        .map(limit => ({ limit, seconds: secondsToWait(timesOf(limit), limit.windows, now) }))
        .find(({ seconds }) => seconds > 0),
    count: async (counted: readonly ExactLimit[]) => {
      if (counted.length === 0) return
      for (const limit of counted) timesOf(limit).push(now)
      const longest = Math.max(...counted.flatMap(({ windows }) => windows.map(({ seconds }) => seconds)))
      await recordHits(tx, { keys: counted.map(storedKey), now, since: new Date(now.getTime() - longest * 1000) })
    },
  }
}

/** Counts all of these hits, or throws a refusal and counts none. The limit holds for every window of that length. */
export async function hitSeveralTimes(
  tx: Queryable,
  limit: RateLimit,
  { hits, now }: { hits: number; now: Date },
): Promise<void> {
  const key = storedKey(limit)
  const times = (await lockHits(tx, [key], now)).get(key) ?? []
  const seconds = secondsToWait(times, [{ limit: limit.limit, seconds: limit.windowSeconds }], now, hits)
  if (seconds > 0) throw overLimit(limit, seconds)
  await recordHits(tx, { keys: [key], hits, now, since: new Date(now.getTime() - limit.windowSeconds * 1000) })
}
