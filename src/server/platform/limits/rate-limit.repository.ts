import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, onlyRow, prepared } from '#server/platform/database/rows.ts'

export type HitInput = {
  key: string
  /** Hits allowed per window. */
  limit: number
  windowSeconds: number
  /** If set, hits beyond the limit are allowed after waits that double from here up to `maxWaitSeconds`. */
  firstWaitSeconds?: number
  maxWaitSeconds?: number
  now: Date
}

// Only a clock that was far ahead can have begun it. Clocks of several processes are a few seconds apart.
const isFromTheFuture = 'r.window_start > $2 + make_interval(secs => greatest($4::float8, $6::float8))'
// A row has expired when its window is over. With growing waits, it expires one window after the last wait.
const isPast = `CASE
  WHEN ${isFromTheFuture} THEN true
  WHEN r.blocked_until IS NULL THEN r.window_start + make_interval(secs => $4) <= $2
  WHEN $5::float8 IS NULL THEN true
  ELSE r.blocked_until + make_interval(secs => $4) <= $2 END`
const waitsUntil = `CASE
  WHEN r.hits + 1 < $3 THEN NULL
  WHEN $5::float8 IS NULL THEN r.window_start + make_interval(secs => $4)
  ELSE $2 + make_interval(secs => least($5 * 2 ^ least(r.hits + 1 - $3, 30), $6::float8)) END`

/** The result of a hit: `hits` in the window that began at `windowStart`. If blocked, the hit did not count. */
export type HitCount = { hits: number; windowStart: Date; blockedUntil: null } | { blockedUntil: Date }

/**
 * Counts one hit, or returns the end of the block if the key is blocked. The hit that reaches the limit is counted and
 * blocks the next. One statement, so that concurrent processes cannot exceed the limit.
 */
export function countHit(db: Queryable, hit: HitInput): Promise<HitCount> {
  const { key, now, limit, windowSeconds, firstWaitSeconds = null, maxWaitSeconds = windowSeconds } = hit
  const firstBlock = limit > 1 ? null : new Date(now.getTime() + (firstWaitSeconds ?? windowSeconds) * 1000)
  return onlyRow(
    prepared(db),
    `WITH counted AS (
       INSERT INTO rate_limit AS r (key, window_start, hits, blocked_until)
       VALUES ($1, $2::timestamptz, 1, $7::timestamptz)
       ON CONFLICT (key) DO UPDATE SET
         window_start = CASE WHEN ${isPast} THEN excluded.window_start ELSE r.window_start END,
         hits = CASE WHEN ${isPast} THEN 1 ELSE r.hits + 1 END,
         blocked_until = CASE WHEN ${isPast} THEN excluded.blocked_until ELSE ${waitsUntil} END
       WHERE r.blocked_until IS NULL OR r.blocked_until <= $2 OR ${isFromTheFuture}
       RETURNING hits, window_start)
     SELECT hits, window_start AS "windowStart", NULL::timestamptz AS "blockedUntil" FROM counted
     UNION ALL
     SELECT NULL, NULL, coalesce((SELECT blocked_until FROM rate_limit WHERE key = $1), $2)
     WHERE NOT EXISTS (SELECT FROM counted)`,
    [key, now, limit, windowSeconds, firstWaitSeconds, maxWaitSeconds, firstBlock],
  )
}

/** Counts hits in a running window, below the limit: the usual case, for less work. Undefined in any other case. */
export const countNextHits = (
  db: Queryable,
  { key, now, limit, windowSeconds }: Pick<HitInput, 'key' | 'now' | 'limit' | 'windowSeconds'>,
  hits = 1,
): Promise<Extract<HitCount, { hits: number }> | undefined> =>
  firstRow(
    prepared(db),
    `UPDATE rate_limit SET hits = hits + $5
     WHERE key = $1 AND blocked_until IS NULL AND hits + $5 < $3 AND window_start + make_interval(secs => $4) > $2
     RETURNING hits, window_start AS "windowStart", NULL::timestamptz AS "blockedUntil"`,
    [key, now, limit, windowSeconds, hits],
  )

/** Removes one hit and the block that it may have caused. */
export async function removeHit(db: Queryable, key: string): Promise<void> {
  await db.query('UPDATE rate_limit SET hits = greatest(hits - 1, 0), blocked_until = NULL WHERE key = $1', [key])
}

export async function deleteHits(db: Queryable, key: string): Promise<void> {
  await db.query('DELETE FROM rate_limit WHERE key = $1', [key])
}

export async function deleteHitsBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('DELETE FROM rate_limit WHERE window_start < $1 AND (blocked_until IS NULL OR blocked_until < $1)', [
    before,
  ])
}
