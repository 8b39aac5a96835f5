import type { Invoice } from '#contract/billing/billing.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstValue } from '#server/platform/database/rows.ts'
import type { CardFacts, InvoiceFacts } from './stripe-facts.rules.ts'

export type CardRow = Omit<CardFacts, 'fingerprint' | 'createdAt'>
export type InvoiceRow = Omit<InvoiceFacts, 'subscriptionId' | 'dueCents' | 'lines'> &
  Pick<Invoice, 'kind' | 'refundedCents'> & { isDisputed: boolean }

/** A text that changes with every sync of a user with a plan or cards, because each sync rewrites their rows. */
export const readBillingStamp = async (db: Queryable, userId: number): Promise<string> =>
  (await firstValue<string>(
    db,
    `SELECT coalesce(string_agg(stamp, ' ' ORDER BY stamp), '') AS stamp FROM (
       SELECT 'customer ' || customer_id AS stamp FROM billing_customer WHERE user_id = $1 AND gone_at IS NULL
       UNION ALL SELECT 'plan ' || xmin FROM billing_subscription WHERE user_id = $1
       UNION ALL SELECT 'card ' || xmin FROM billing_card WHERE user_id = $1) stamps`,
    [userId],
  )) ?? ''

/** The user's cards. The default card comes first, then the newest. */
export const findCards = (db: Queryable, userId: number): Promise<CardRow[]> =>
  db.query(
    `SELECT payment_method_id AS id, brand, last4, exp_month AS "expMonth", exp_year AS "expYear",
       is_default AS "isDefault"
     FROM billing_card WHERE user_id = $1 ORDER BY is_default DESC, created_at DESC, payment_method_id`,
    [userId],
  )

const MAX_INVOICES = 100

/**
 * The user's invoices and lead packages, newest first, without void invoices. Only the open charge of an overdue plan is
 * owed. The bank has not approved any other, which expires.
 */
export const findInvoices = (db: Queryable, userId: number): Promise<InvoiceRow[]> =>
  db.query(
    `SELECT invoice_id AS id, 'plan' AS kind, number, description, total_cents AS "totalCents", coalesce(tax_cents, 0) AS "taxCents",
       coalesce(charged_cents, total_cents) AS "chargedCents", refunded_cents AS "refundedCents", is_disputed AS "isDisputed", status, hosted_url AS "hostedUrl", pdf_url AS "pdfUrl", created_at AS "createdAt"
     FROM billing_invoice WHERE user_id = $1 AND status <> 'void' AND (status <> 'open'
       OR EXISTS (SELECT FROM billing_subscription s WHERE s.user_id = $1 AND s.status IN ('past_due', 'unpaid')))
     UNION ALL
     SELECT session_id, 'lead_package', NULL, leads || ' extra leads', coalesce(paid_cents, amount_cents), coalesce(tax_cents, 0),
       coalesce(paid_cents, amount_cents), coalesce(refunded_cents, 0), is_disputed, 'paid', receipt_url, NULL, paid_at
     FROM lead_purchase WHERE user_id = $1 AND paid_at IS NOT NULL AND session_id IS NOT NULL
     ORDER BY "createdAt" DESC, id LIMIT $2`,
    [userId, MAX_INVOICES],
  )
