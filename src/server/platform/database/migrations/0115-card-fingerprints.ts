import { type Kysely, sql } from 'kysely'

/** The provider's mark of a card number, the same for each customer. Null until the customer is read again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE billing_card ADD COLUMN fingerprint text`.execute(db)
}
