import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What the customer got back of a plan's invoice, and whether they dispute it at their bank.
  await sql`
    ALTER TABLE billing_invoice
      ADD COLUMN refunded_cents int NOT NULL DEFAULT 0,
      ADD COLUMN is_disputed boolean NOT NULL DEFAULT false`.execute(db)
}
