import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Which state of the do-not-contact list all of the user's leads were compared with; null: not all with the same.
  await sql`ALTER TABLE lead_refresh ADD COLUMN list_stamp text`.execute(db)
}
