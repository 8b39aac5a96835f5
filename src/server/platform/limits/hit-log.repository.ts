import type { Queryable } from '#server/platform/database/db.ts'

/** Returns the times of past hits of each key. Locks the keys in sorted order, so that nobody deadlocks. */
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

/** Records hits for each key and deletes hits before `since`. */
export async function recordHits(
  tx: Queryable,
  { keys, hits = 1, now, since }: { keys: readonly string[]; hits?: number; now: Date; since: Date },
): Promise<void> {
  await tx.query(
    `UPDATE rate_limit SET window_start = $2, hit_times = ARRAY(SELECT at FROM unnest(hit_times) AS at
       WHERE at > $3 ORDER BY at) || array_fill($2::timestamptz, ARRAY[$4::int])
     WHERE key = ANY($1::text[])`,
    [keys, now, since, hits],
  )
}
