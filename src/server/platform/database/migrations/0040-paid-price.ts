import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The price at which the paid plan was subscribed to; null for what was last read before.
  await sql`ALTER TABLE billing_subscription ADD COLUMN price_id text, ADD COLUMN price_cents int`.execute(db)
}
