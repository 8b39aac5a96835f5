import type { Queryable } from '../db/client.ts'
import type { PaymentMode } from './payment-settings.rules.ts'

/** The user's customer at the provider; undefined before the first payment. */
export async function findCustomerId(db: Queryable, userId: number, mode: PaymentMode): Promise<string | undefined> {
  const [row] = await db.query<{ customerId: string }>(
    `SELECT customer_id AS "customerId" FROM billing_customer WHERE user_id = $1 AND mode = $2 AND gone_at IS NULL`,
    [userId, mode],
  )
  return row?.customerId
}

/** How many customers of this user are gone. */
export async function countGoneCustomers(db: Queryable, userId: number, mode: PaymentMode): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM billing_customer WHERE user_id = $1 AND mode = $2 AND gone_at IS NOT NULL`,
    [userId, mode],
  )
  return row?.count ?? 0
}

export async function insertCustomer(
  db: Queryable,
  { customerId, userId, mode }: { customerId: string; userId: number; mode: PaymentMode },
): Promise<void> {
  await db.query(
    'INSERT INTO billing_customer (customer_id, user_id, mode) VALUES ($1, $2, $3) ON CONFLICT (customer_id) DO NOTHING',
    [customerId, userId, mode],
  )
}

export async function findUserOfCustomer(db: Queryable, customerId: string): Promise<number | undefined> {
  const [row] = await db.query<{ userId: number }>(
    'SELECT user_id AS "userId" FROM billing_customer WHERE customer_id = $1',
    [customerId],
  )
  return row?.userId
}

export async function markCustomerGone(tx: Queryable, customerId: string, now: Date): Promise<void> {
  await tx.query('UPDATE billing_customer SET gone_at = $2 WHERE customer_id = $1 AND gone_at IS NULL', [
    customerId,
    now,
  ])
}
