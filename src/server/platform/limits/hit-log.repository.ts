import type { Queryable } from '#server/platform/database/db.ts'

/**
 * When each key was hit. The keys are locked until the transaction ends, in their order, so that two transactions never
 * wait for each other.
 */
export async function holdHits(tx: Queryable, keys: readonly string[], now: Date): Promise<Map<string, Date[]>> {
  const rows = await tx.query<{ key: string; times: Date[] }>(
    `INSERT INTO rate_limit AS r (key, window_start, hits)
     SELECT DISTINCT key, $2::timestamptz, 0 FROM unnest($1::text[]) AS key ORDER BY key
     ON CONFLICT (key) DO UPDATE SET hits = r.hits
     RETURNING r.key, r.hit_times AS times`,
    [keys, now],
  )
  return new Map(rows.map(({ key, times }) => [key, times]))
}

/** Notes a hit of each key, and forgets those from before `since`. */
export async function noteHits(
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
