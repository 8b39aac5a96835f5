import type { Queryable } from '#server/platform/database/db.ts'

/** How often the provider failed with this idempotency key or a key derived from it. */
export async function countFailures(db: Queryable, key: string): Promise<number> {
  const [row] = await db.query<{ failures: number }>('SELECT failures FROM failed_idempotency_key WHERE key = $1', [
    key,
  ])
  return row?.failures ?? 0
}

export async function addFailure(db: Queryable, key: string, now: Date): Promise<void> {
  await db.query(
    `INSERT INTO failed_idempotency_key (key, failures, failed_at) VALUES ($1, 1, $2)
     ON CONFLICT (key) DO UPDATE SET failures = failed_idempotency_key.failures + 1, failed_at = excluded.failed_at`,
    [key, now],
  )
}

export async function deleteFailuresBefore(db: Queryable, moment: Date): Promise<void> {
  await db.query('DELETE FROM failed_idempotency_key WHERE failed_at < $1', [moment])
}
