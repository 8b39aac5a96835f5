import type { Queryable } from '../db/client.ts'

export type CardRow = {
  id: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  isDefault: boolean
}
export type InvoiceRow = {
  id: string
  number: string | null
  description: string
  totalCents: number
  status: string
  hostedUrl: string | null
  pdfUrl: string | null
  createdAt: Date
}

/** The default first, then the newest. */
export const findCards = (db: Queryable, userId: number): Promise<CardRow[]> =>
  db.query(
    `SELECT payment_method_id AS id, brand, last4, exp_month AS "expMonth", exp_year AS "expYear",
       is_default AS "isDefault"
     FROM billing_card WHERE user_id = $1 ORDER BY is_default DESC, created_at DESC, payment_method_id`,
    [userId],
  )

/** What was charged or is asked for, invoices and lead packages together, the newest first; not what was given up. */
export const findInvoices = (db: Queryable, userId: number, limit: number): Promise<InvoiceRow[]> =>
  db.query(
    `SELECT invoice_id AS id, number, description, total_cents AS "totalCents", status, hosted_url AS "hostedUrl",
       pdf_url AS "pdfUrl", created_at AS "createdAt"
     FROM billing_invoice WHERE user_id = $1 AND status <> 'void'
     UNION ALL
     SELECT session_id, NULL, leads || ' extra leads', amount_cents, 'paid', receipt_url, NULL, paid_at
     FROM lead_purchase WHERE user_id = $1 AND paid_at IS NOT NULL AND session_id IS NOT NULL
     ORDER BY "createdAt" DESC, id LIMIT $2`,
    [userId, limit],
  )
