import type { Queryable } from '#server/platform/database/db.ts'
import { readNumber } from '#server/platform/database/rows.ts'

/** How often the provider failed with this idempotency key or a key derived from it. */
export const countFailures = (db: Queryable, key: string): Promise<number> =>
  readNumber(db, 'SELECT failures FROM failed_idempotency_key WHERE key = $1', [key])

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
