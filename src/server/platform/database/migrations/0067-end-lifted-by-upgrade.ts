import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The end date that an upgrade which still waits for its payment takes back once it is paid; null: none.
  await sql`ALTER TABLE billing_subscription ADD COLUMN end_lifted_by_upgrade timestamptz`.execute(db)
}
