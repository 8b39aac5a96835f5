import type { Queryable } from '#server/platform/database/db.ts'

export type BillingLock = { userId: number; holder: string }

/** Takes the lock, or returns false if another request has it. Uses the database's clock, which all processes share. */
export async function takeLock(db: Queryable, { userId, holder }: BillingLock, seconds: number): Promise<boolean> {
  const taken = await db.query(
    `INSERT INTO billing_lock (user_id, holder, until) VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
     ON CONFLICT (user_id) DO UPDATE SET holder = excluded.holder, until = excluded.until
     WHERE billing_lock.until < clock_timestamp() RETURNING user_id`,
    [userId, holder, seconds],
  )
  return taken.length > 0
}

export async function extendLock(db: Queryable, { userId, holder }: BillingLock, seconds: number): Promise<void> {
  await db.query(
    `UPDATE billing_lock SET until = clock_timestamp() + make_interval(secs => $3) WHERE user_id = $1 AND holder = $2`,
    [userId, holder, seconds],
  )
}

/** Whether the holder still has the lock. If so, the lock cannot be lost until the transaction ends. */
export async function keepLock(tx: Queryable, { userId, holder }: BillingLock): Promise<boolean> {
  const kept = await tx.query('SELECT user_id FROM billing_lock WHERE user_id = $1 AND holder = $2 FOR UPDATE', [
    userId,
    holder,
  ])
  return kept.length > 0
}

export async function releaseLock(db: Queryable, { userId, holder }: BillingLock): Promise<void> {
  await db.query('DELETE FROM billing_lock WHERE user_id = $1 AND holder = $2', [userId, holder])
}
