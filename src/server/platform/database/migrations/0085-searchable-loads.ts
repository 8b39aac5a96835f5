import { type Kysely, sql } from 'kysely'

/** A load that a search has started can be searched before all of it is there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE place_load ADD COLUMN is_searchable boolean NOT NULL DEFAULT false`.execute(db)
}
