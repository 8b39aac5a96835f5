import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `ends_at`: when the provider will end the subscription; cancel_at_period_end stays for processes of the old version.
  // `next_*_cents`: what the next renewal charges, the credit taken off it, and the tax in it (null: not known).
  // `payment_received_at`: since when a payment is through whose invoice the provider has not settled yet.
  await sql`
    ALTER TABLE billing_subscription
      ADD COLUMN ends_at timestamptz,
      ADD COLUMN next_charge_cents int,
      ADD COLUMN next_credit_cents int,
      ADD COLUMN next_tax_cents int,
      ADD COLUMN payment_received_at timestamptz`.execute(db)
  // `charged_cents`: what the card paid, which is less than the total where a credit paid part of it.
  await sql`ALTER TABLE billing_invoice ADD COLUMN tax_cents int, ADD COLUMN charged_cents int`.execute(db)
  await sql`
    ALTER TABLE lead_purchase
      ADD COLUMN paid_cents int,
      ADD COLUMN tax_cents int,
      ADD COLUMN refunded_cents int,
      ADD COLUMN is_disputed boolean NOT NULL DEFAULT false`.execute(db)
  // The email that the provider was last told.
  await sql`ALTER TABLE billing_customer ADD COLUMN email text`.execute(db)
}
