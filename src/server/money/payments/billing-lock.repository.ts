import type { Queryable } from '#server/platform/database/db.ts'
import { hasRow } from '#server/platform/database/rows.ts'

export type BillingLock = { userId: number; holder: string }

/**
 * Takes the lock, or returns false if another request has it. Uses the database's clock, which all processes share. A
 * lease that ends much later than any can was taken before that clock was set back.
 */
export const takeLock = (db: Queryable, { userId, holder }: BillingLock, seconds: number): Promise<boolean> =>
  hasRow(
    db,
    `INSERT INTO billing_lock (user_id, holder, until) VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
     ON CONFLICT (user_id) DO UPDATE SET holder = excluded.holder, until = excluded.until
     WHERE billing_lock.until NOT BETWEEN clock_timestamp() AND clock_timestamp() + 2 * make_interval(secs => $3)
     RETURNING user_id`,
    [userId, holder, seconds],
  )

export async function extendLock(db: Queryable, { userId, holder }: BillingLock, seconds: number): Promise<void> {
  await db.query(
    `UPDATE billing_lock SET until = clock_timestamp() + make_interval(secs => $3) WHERE user_id = $1 AND holder = $2`,
    [userId, holder, seconds],
  )
}

/** Whether the holder still has the lock. If so, the lock cannot be lost until the transaction ends. */
export const keepLock = (tx: Queryable, { userId, holder }: BillingLock): Promise<boolean> =>
  hasRow(tx, 'SELECT user_id FROM billing_lock WHERE user_id = $1 AND holder = $2 FOR UPDATE', [userId, holder])

export async function releaseLock(db: Queryable, { userId, holder }: BillingLock): Promise<void> {
  await db.query('DELETE FROM billing_lock WHERE user_id = $1 AND holder = $2', [userId, holder])
}
