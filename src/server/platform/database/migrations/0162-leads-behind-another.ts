import { type Kysely, sql } from 'kysely'

/** "All Leads" counts the leads of a status or list without reading all leads: those that it does not list are few. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX lead_behind_another ON lead (user_id, id) WHERE NOT is_first_of_phone`.execute(db)
}
