import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, firstValue, hasRow } from '#server/platform/database/rows.ts'
import type { NextCharge } from './next-charge.rules.ts'
import type { CardFacts, InvoiceFacts } from './stripe-facts.rules.ts'

export type SubscriptionRow = {
  id: string
  status: string
  isLive: boolean
  tier: string | null
  nextTier: string
  /** The price of the paid plan; null if unknown. */
  priceId: string | null
  priceCents: number | null
  periodStart: Date | null
  paidUntil: Date | null
  /** The time at which the provider will end it; null if it continues. */
  endsAt: Date | null
  /** Null if nothing renews, or if the row is older than this column. */
  nextCharge: NextCharge | null
  /** The time of a successful payment that the provider has not settled yet. */
  paymentReceivedAt: Date | null
  openInvoiceId: string | null
  openAmountCents: number | null
  /** The scheduled downgrade that a pending upgrade replaces. It is scheduled again if the upgrade fails. */
  replacedDowngrade: string | null
  /** The end date that a pending upgrade removes once it is paid. */
  endRemovedByUpgrade: Date | null
  quotaTier: string | null
  quotaPeriodStart: Date | null
  createdAt: Date
  endedAt: Date | null
}
const columns = `subscription_id AS id, status, is_live AS "isLive", tier, next_tier AS "nextTier", price_id AS "priceId", price_cents AS "priceCents",
  period_start AS "periodStart", paid_until AS "paidUntil", 
  coalesce(ends_at, CASE WHEN cancel_at_period_end THEN paid_until END) AS "endsAt",
  CASE WHEN next_charge_cents IS NOT NULL THEN jsonb_build_object('amountCents', next_charge_cents,
    'creditCents', next_credit_cents, 'taxCents', next_tax_cents) END AS "nextCharge",
  payment_received_at AS "paymentReceivedAt", open_invoice_id AS "openInvoiceId", open_amount_cents AS "openAmountCents", wished_tier AS "replacedDowngrade",
  end_lifted_by_upgrade AS "endRemovedByUpgrade",
  quota_tier AS "quotaTier", quota_period_start AS "quotaPeriodStart", created_at AS "createdAt", ended_at AS "endedAt"`

/** The user's live subscription. If there is none, the newest ended one, but a paid one first. */
export const findSubscription = (db: Queryable, userId: number): Promise<SubscriptionRow | undefined> =>
  firstRow(
    db,
    `SELECT ${columns} FROM billing_subscription WHERE user_id = $1
     ORDER BY is_live DESC, tier IS NOT NULL DESC, created_at DESC, subscription_id LIMIT 1`,
    [userId],
  )

export async function endOtherSubscriptions(
  tx: Queryable,
  { userId, except, now }: { userId: number; except: string | null; now: Date },
): Promise<void> {
  await tx.query(
    `UPDATE billing_subscription SET is_live = false, ended_at = coalesce(ended_at, $3)
     WHERE user_id = $1 AND is_live AND subscription_id IS DISTINCT FROM $2`,
    [userId, except, now],
  )
}

export async function upsertSubscription(
  tx: Queryable,
  row: SubscriptionRow & { userId: number; customerId: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO billing_subscription (subscription_id, user_id, customer_id, status, is_live, tier, next_tier,
       period_start, paid_until, cancel_at_period_end, open_invoice_id, open_amount_cents, wished_tier, quota_tier,
       quota_period_start, created_at, ended_at, price_id, price_cents, ends_at, next_charge_cents, next_credit_cents,
       next_tax_cents, payment_received_at, end_lifted_by_upgrade)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10::timestamptz <= $9, false), $11, $12, $13, $14, $15, $16,
       $17, $18, $19, $10, $20, $21, $22, $23, $24)
     ON CONFLICT (subscription_id) DO UPDATE SET status = $4, is_live = $5, tier = $6, next_tier = $7,
       period_start = $8, paid_until = $9, cancel_at_period_end = EXCLUDED.cancel_at_period_end, open_invoice_id = $11, open_amount_cents = $12,
       wished_tier = $13, quota_tier = $14, quota_period_start = $15, ended_at = $17,
       price_id = $18, price_cents = $19, ends_at = $10, next_charge_cents = $20, next_credit_cents = $21,
       next_tax_cents = $22, payment_received_at = $23, end_lifted_by_upgrade = $24`,
    [
      row.id,
      row.userId,
      row.customerId,
      row.status,
      row.isLive,
      row.tier,
      row.nextTier,
      row.periodStart,
      row.paidUntil,
      row.endsAt,
      row.openInvoiceId,
      row.openAmountCents,
      row.replacedDowngrade,
      row.quotaTier,
      row.quotaPeriodStart,
      row.createdAt,
      row.endedAt,
      row.priceId,
      row.priceCents,
      row.nextCharge?.amountCents ?? null,
      row.nextCharge?.creditCents ?? null,
      row.nextCharge?.taxCents ?? null,
      row.paymentReceivedAt,
      row.endRemovedByUpgrade,
    ],
  )
}

/** Stores the scheduled downgrade that an upgrade replaces. */
export async function writeReplacedDowngrade(db: Queryable, subscriptionId: string, tier: string): Promise<void> {
  await db.query('UPDATE billing_subscription SET wished_tier = $2 WHERE subscription_id = $1', [subscriptionId, tier])
}

/** Stores the end date that an upgrade removes once it is paid; null if there is none. */
export async function writeEndRemovedByUpgrade(db: Queryable, subscriptionId: string, end: Date | null): Promise<void> {
  await db.query('UPDATE billing_subscription SET end_lifted_by_upgrade = $2 WHERE subscription_id = $1', [
    subscriptionId,
    end,
  ])
}

/** Records a successful payment whose invoice the provider has not settled yet. */
export async function writePaymentReceived(db: Queryable, subscriptionId: string, at: Date): Promise<void> {
  await db.query(
    'UPDATE billing_subscription SET payment_received_at = coalesce(payment_received_at, $2) WHERE subscription_id = $1',
    [subscriptionId, at],
  )
}

export async function replaceCards(
  tx: Queryable,
  { userId, cards }: { userId: number; cards: CardFacts[] },
): Promise<void> {
  await tx.query('DELETE FROM billing_card WHERE user_id = $1 AND NOT payment_method_id = ANY ($2::text[])', [
    userId,
    cards.map(({ id }) => id),
  ])
  for (const card of cards)
    await tx.query(
      `INSERT INTO billing_card (payment_method_id, user_id, brand, last4, exp_month, exp_year, is_default, created_at,
         fingerprint)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (payment_method_id) DO UPDATE SET brand = $3, last4 = $4, exp_month = $5, exp_year = $6,
         is_default = $7, fingerprint = $9, expiry_told = billing_card.expiry_told AND (billing_card.exp_month, billing_card.exp_year) = ($5, $6)`,
      [
        card.id,
        userId,
        card.brand,
        card.last4,
        card.expMonth,
        card.expYear,
        card.isDefault,
        card.createdAt,
        card.fingerprint,
      ],
    )
}

/** Stores an invoice. Returns true if it is newly paid. */
export async function upsertInvoice(tx: Queryable, userId: number, invoice: InvoiceFacts): Promise<boolean> {
  const before = await firstValue(tx, 'SELECT status FROM billing_invoice WHERE invoice_id = $1', [invoice.id])
  await tx.query(
    `INSERT INTO billing_invoice (invoice_id, user_id, number, description, total_cents, status, hosted_url, pdf_url,
       created_at, tax_cents, charged_cents)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (invoice_id) DO UPDATE SET number = $3, description = $4, total_cents = $5, status = $6,
       hosted_url = $7, pdf_url = $8, tax_cents = $10, charged_cents = $11`,
    [
      invoice.id,
      userId,
      invoice.number,
      invoice.description,
      invoice.totalCents,
      invoice.status,
      invoice.hostedUrl,
      invoice.pdfUrl,
      invoice.createdAt,
      invoice.taxCents,
      invoice.chargedCents,
    ],
  )
  return invoice.status === 'paid' && before !== 'paid'
}

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
