import type { PaymentMode } from '#server/platform/config/payment-settings.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, firstValue, readNumber, readValues } from '#server/platform/database/rows.ts'

/**
 * The user's customer at the provider; undefined before the first payment, and after the customer was deleted there.
 * `email` was last sent to the provider; null if that is unknown.
 */
export const findCustomer = (
  db: Queryable,
  userId: number,
  mode: PaymentMode,
): Promise<{ id: string; email: string | null } | undefined> =>
  firstRow(
    db,
    `SELECT customer_id AS id, email FROM billing_customer WHERE user_id = $1 AND mode = $2 AND gone_at IS NULL`,
    [userId, mode],
  )

export const findCustomerId = async (db: Queryable, userId: number, mode: PaymentMode): Promise<string | undefined> =>
  (await findCustomer(db, userId, mode))?.id

export async function writeCustomerEmail(db: Queryable, customerId: string, email: string): Promise<void> {
  await db.query('UPDATE billing_customer SET email = $2 WHERE customer_id = $1', [customerId, email])
}

/** Users whose confirmed email has not been sent to the provider, up to `limit`. */
export const findUnsyncedEmails = (db: Queryable, mode: PaymentMode, limit: number): Promise<number[]> =>
  readValues(
    db,
    `SELECT c.user_id AS "userId" FROM billing_customer c JOIN user_account u ON u.id = c.user_id
     WHERE c.mode = $1 AND c.gone_at IS NULL AND u.deleted_at IS NULL AND u.email_verified_at IS NOT NULL
       AND c.email IS DISTINCT FROM u.email
     ORDER BY c.user_id LIMIT $2`,
    [mode, limit],
  )

export const countGoneCustomers = (db: Queryable, userId: number, mode: PaymentMode): Promise<number> =>
  readNumber(
    db,
    `SELECT count(*)::int AS count FROM billing_customer WHERE user_id = $1 AND mode = $2 AND gone_at IS NOT NULL`,
    [userId, mode],
  )

export async function insertCustomer(
  db: Queryable,
  { customerId, userId, mode, email }: { customerId: string; userId: number; mode: PaymentMode; email: string },
): Promise<void> {
  await db.query(
    `INSERT INTO billing_customer (customer_id, user_id, mode, email) VALUES ($1, $2, $3, $4)
     ON CONFLICT (customer_id) DO NOTHING`,
    [customerId, userId, mode, email],
  )
}

export const findUserOfCustomer = (db: Queryable, customerId: string): Promise<number | undefined> =>
  firstValue(db, 'SELECT user_id AS "userId" FROM billing_customer WHERE customer_id = $1', [customerId])

export async function markCustomerGone(tx: Queryable, customerId: string, now: Date): Promise<void> {
  await tx.query('UPDATE billing_customer SET gone_at = $2 WHERE customer_id = $1 AND gone_at IS NULL', [
    customerId,
    now,
  ])
}
