import type { PaymentMode } from '#server/platform/config/payment-settings.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, readValues } from '#server/platform/database/rows.ts'
import type { CheckoutFacts, PurchaseRow, PurchaseStatus } from './purchase.rules.ts'

const columns = `id, user_id AS "userId", session_id AS "sessionId", leads, amount_cents AS "amountCents", status,
  leads_taken_back AS "leadsTakenBack"`

export async function insertPurchase(
  db: Queryable,
  purchase: { id: string; userId: number; mode: PaymentMode; leads: number; amountCents: number; now: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO lead_purchase (id, user_id, mode, leads, amount_cents, status, created_at)
     VALUES ($1, $2, $3, $4, $5, 'open', $6)`,
    [purchase.id, purchase.userId, purchase.mode, purchase.leads, purchase.amountCents, purchase.now],
  )
}

export async function writeSession(db: Queryable, id: string, sessionId: string): Promise<void> {
  await db.query('UPDATE lead_purchase SET session_id = $2 WHERE id = $1', [id, sessionId])
}

/** The user's purchase for a checkout; undefined if the checkout is not theirs. */
export const findPurchaseOfSession = (
  db: Queryable,
  { sessionId, userId }: { sessionId: string; userId: number },
): Promise<PurchaseRow | undefined> =>
  firstRow(db, `SELECT ${columns} FROM lead_purchase WHERE session_id = $1 AND user_id = $2`, [sessionId, userId])

/** Locks the purchase until the transaction ends, so that only one of several concurrent updates changes it. */
export const lockPurchase = (tx: Queryable, id: string): Promise<PurchaseRow | undefined> =>
  firstRow(tx, `SELECT ${columns} FROM lead_purchase WHERE id = $1 FOR UPDATE`, [id])

/** Readings may be stored in another order than they were made. Refunds never decrease, and a dispute stays. */
export async function updatePurchase(
  tx: Queryable,
  change: {
    id: string
    status: PurchaseStatus
    leadsTakenBack: number
    checkout: CheckoutFacts
    paidAt: Date | null
  },
): Promise<void> {
  const { sessionId, receiptUrl, paidCents, taxCents, refundedCents, isDisputed } = change.checkout
  await tx.query(
    `UPDATE lead_purchase SET session_id = $2, status = $3, leads_taken_back = $4,
       receipt_url = coalesce($5, receipt_url), paid_at = coalesce(paid_at, $6),
       paid_cents = $7, tax_cents = $8, refunded_cents = greatest(refunded_cents, $9), is_disputed = is_disputed OR $10
     WHERE id = $1`,
    [
      change.id,
      sessionId,
      change.status,
      change.leadsTakenBack,
      receiptUrl,
      change.paidAt,
      paidCents,
      taxCents,
      refundedCents,
      isDisputed,
    ],
  )
}

/** The ids of a user's checkouts that could still be paid. */
export const findOpenSessions = (
  db: Queryable,
  { userId, mode, since }: { userId: number; mode: PaymentMode; since: Date },
): Promise<string[]> =>
  readValues(
    db,
    `SELECT session_id AS "sessionId" FROM lead_purchase
     WHERE user_id = $1 AND mode = $2 AND status = 'open' AND created_at > $3 AND session_id IS NOT NULL
     ORDER BY created_at, id`,
    [userId, mode, since],
  )

/** Checkouts without a known outcome since `since`, and old paid ones whose charge was never stored. */
export const findUnsettled = (db: Queryable, mode: PaymentMode, since: Date): Promise<PurchaseRow[]> =>
  db.query(
    `SELECT ${columns} FROM lead_purchase
     WHERE mode = $1 AND session_id IS NOT NULL
       AND ((status IN ('open', 'processing') AND created_at > $2) OR (status = 'paid' AND paid_cents IS NULL))
     ORDER BY created_at DESC, id LIMIT 500`,
    [mode, since],
  )
