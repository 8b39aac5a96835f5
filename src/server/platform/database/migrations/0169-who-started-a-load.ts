import { type Kysely, sql } from 'kysely'

/** The user whose search started a load of places. It is needed to limit how many loads of one user may wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE place_load ADD COLUMN user_id int REFERENCES user_account (id)`.execute(db)
  await sql`CREATE INDEX place_load_user ON place_load (user_id) WHERE user_id IS NOT NULL`.execute(db)
}
