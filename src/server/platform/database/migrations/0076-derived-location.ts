import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What of the address comes from the coordinates: 'city', 'state', or 'city and state'.
  await sql`ALTER TABLE place ADD COLUMN derived_location text`.execute(db)
}
