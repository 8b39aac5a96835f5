import { type Kysely, sql } from 'kysely'

/** A search that leaves out the user's leads looks up each found place. It finds leads without a phone by their keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX lead_without_phone ON lead (user_id, place_key) WHERE phone IS NULL`.execute(db)
}
