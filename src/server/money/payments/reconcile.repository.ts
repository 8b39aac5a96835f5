import type { PaymentMode } from '#server/platform/config/payment-settings.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { hasRow, readValues } from '#server/platform/database/rows.ts'

/**
 * Users whose payments need attention:
 *
 * - The paid period or the planned end of a live subscription is over.
 * - A charge is open.
 * - A disabled user's plan would renew.
 * - A deleted account still has a customer at the provider.
 */
export const findDueUsers = (db: Queryable, mode: PaymentMode, now: Date): Promise<number[]> =>
  readValues(
    db,
    `SELECT user_id AS "userId" FROM billing_subscription
     WHERE is_live AND (paid_until IS NULL OR paid_until <= $1 OR ends_at <= $1)
     UNION
     SELECT user_id FROM billing_invoice WHERE status = 'open'
     UNION
     SELECT user_id FROM billing_subscription JOIN user_account ON user_account.id = user_id
     WHERE is_live AND disabled_at IS NOT NULL AND NOT cancel_at_period_end
     UNION
     SELECT user_id FROM billing_customer JOIN user_account ON user_account.id = user_id
     WHERE mode = $2 AND gone_at IS NULL AND deleted_at IS NOT NULL
     ORDER BY 1`,
    [now, mode],
  )

export type ExpiringCard = { id: string; userId: number; last4: string }

/** Default cards that expire before the next charge and whose owners have not been told yet. */
export const findExpiringCards = (db: Queryable): Promise<ExpiringCard[]> =>
  db.query(
    `SELECT c.payment_method_id AS id, c.user_id AS "userId", c.last4 FROM billing_card c
     JOIN billing_subscription s ON s.user_id = c.user_id AND s.is_live AND NOT s.cancel_at_period_end
     WHERE c.is_default AND NOT c.expiry_told
       AND (make_date(c.exp_year, c.exp_month, 1) + interval '1 month') AT TIME ZONE 'UTC' <= s.paid_until
     ORDER BY c.payment_method_id`,
  )

/** Records that the owner was told. Returns true only for the first call. */
export const markExpiryNotified = (tx: Queryable, id: string): Promise<boolean> =>
  hasRow(
    tx,
    `UPDATE billing_card SET expiry_told = true WHERE payment_method_id = $1 AND NOT expiry_told
     RETURNING payment_method_id`,
    [id],
  )
