import type { Queryable } from '#server/platform/database/db.ts'
import { hasRow } from '#server/platform/database/rows.ts'

export type ReturnedCharge = {
  invoiceId: string
  refundedCents: number
  isDisputed: boolean
}

/** Stores a refund or dispute. Returns false if the user's invoice is not stored yet. */
export const writeReturnedCharge = (
  db: Queryable,
  userId: number,
  { invoiceId, refundedCents, isDisputed }: ReturnedCharge,
): Promise<boolean> =>
  hasRow(
    db,
    `UPDATE billing_invoice SET refunded_cents = $3, is_disputed = $4 WHERE invoice_id = $1 AND user_id = $2
     RETURNING invoice_id`,
    [invoiceId, userId, refundedCents, isDisputed],
  )
