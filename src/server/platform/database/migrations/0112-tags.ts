import { type Kysely, sql } from 'kysely'

/** A tag is a list that its leads show. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE lead_list ADD COLUMN kind text NOT NULL DEFAULT 'list'`.execute(db)
  await sql`DROP INDEX lead_list_name`.execute(db)
  await sql`CREATE UNIQUE INDEX lead_list_name ON lead_list (user_id, kind, lower(name))`.execute(db)
}
