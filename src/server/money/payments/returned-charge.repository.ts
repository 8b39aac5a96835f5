import type { Queryable } from '#server/platform/database/db.ts'

export type ReturnedCharge = {
  invoiceId: string
  refundedCents: number
  /** True if the customer disputes the charge. */
  isDisputed: boolean
}

/** Stores a refund or dispute. Returns false if the user's invoice is not stored yet. */
export async function writeReturnedCharge(
  db: Queryable,
  userId: number,
  { invoiceId, refundedCents, isDisputed }: ReturnedCharge,
): Promise<boolean> {
  const written = await db.query(
    `UPDATE billing_invoice SET refunded_cents = $3, is_disputed = $4 WHERE invoice_id = $1 AND user_id = $2
     RETURNING invoice_id`,
    [invoiceId, userId, refundedCents, isDisputed],
  )
  return written.length > 0
}
