import { type Kysely, sql } from 'kysely'

/** Serves the download of a user's data, in the order of the leads, and the deletion of an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX lead_list_entry_user`.execute(db)
  await sql`CREATE INDEX lead_list_entry_user ON lead_list_entry (user_id, lead_id)`.execute(db)
}
