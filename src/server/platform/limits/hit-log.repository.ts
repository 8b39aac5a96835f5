import type { Queryable } from '#server/platform/database/db.ts'

/**
 * Returns the times of past hits of each key. Locks the keys in sorted order until the transaction ends, so that
 * transactions cannot deadlock.
 */
export async function lockHits(tx: Queryable, keys: readonly string[], now: Date): Promise<Map<string, Date[]>> {
  const rows = await tx.query<{ key: string; times: Date[] }>(
    `INSERT INTO rate_limit AS r (key, window_start, hits)
     SELECT DISTINCT key, $2::timestamptz, 0 FROM unnest($1::text[]) AS key ORDER BY key
     ON CONFLICT (key) DO UPDATE SET hits = r.hits
     RETURNING r.key, r.hit_times AS times`,
    [keys, now],
  )
  return new Map(rows.map(({ key, times }) => [key, times]))
}

/** Records a hit for each key and deletes hits before `since`. */
export async function recordHits(
  tx: Queryable,
  { keys, now, since }: { keys: readonly string[]; now: Date; since: Date },
): Promise<void> {
  await tx.query(
    `UPDATE rate_limit SET window_start = $2,
       hit_times = ARRAY(SELECT at FROM unnest(hit_times) AS at WHERE at > $3 ORDER BY at) || $2::timestamptz
     WHERE key = ANY($1::text[])`,
    [keys, now, since],
  )
}

type SeveralHits = {
  key: string
  hits: number
  limit: number
  now: Date
  /** Earlier hits no longer count. */
  since: Date
}

// A hit later than one window from now is from a clock that was far ahead.
const isRecent = 'at > $2 AND at <= $3::timestamptz + ($3::timestamptz - $2::timestamptz)'
const recentTimes = `SELECT at FROM unnest(r.hit_times) AS at WHERE ${isRecent}`

/**
 * Counts several hits, all or none. The key is locked until the transaction ends. `lastInWay`: the newest hit that must
 * expire before these would be counted; null if they were counted.
 */
export async function countSeveralHits(
  tx: Queryable,
  { key, hits, limit, now, since }: SeveralHits,
): Promise<{ isCounted: boolean; lastInWay: Date | null }> {
  const counted = await tx.query(
    `INSERT INTO rate_limit AS r (key, window_start, hits, hit_times)
     SELECT $1, $3::timestamptz, 0, array_fill($3::timestamptz, ARRAY[$4::int]) WHERE $4 <= $5
     ON CONFLICT (key) DO UPDATE SET window_start = excluded.window_start,
       hit_times = ARRAY(${recentTimes} ORDER BY at) || excluded.hit_times
     WHERE (SELECT count(*) FROM (${recentTimes}) AS recent) + $4 <= $5
     RETURNING key`,
    [key, since, now, hits, limit],
  )
  if (counted.length > 0) return { isCounted: true, lastInWay: null }
  const [inWay] = await tx.query<{ at: Date }>(
    `SELECT at FROM rate_limit AS r, unnest(r.hit_times) AS at WHERE r.key = $1 AND ${isRecent}
     ORDER BY at DESC OFFSET greatest(0, $4::int) LIMIT 1`,
    [key, since, now, limit - hits],
  )
  return { isCounted: false, lastInWay: inWay?.at ?? null }
}
