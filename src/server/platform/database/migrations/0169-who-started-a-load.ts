import { type Kysely, sql } from 'kysely'

/** Who started a load of places with a search, so that nobody takes the places of others in the line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE place_load ADD COLUMN user_id int REFERENCES user_account (id)`.execute(db)
  await sql`CREATE INDEX place_load_user ON place_load (user_id) WHERE user_id IS NOT NULL`.execute(db)
}
