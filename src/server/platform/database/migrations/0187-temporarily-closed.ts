import { type Kysely, sql } from 'kysely'

/** Searches no longer find places that are temporarily closed. The next import would keep the rows that do not change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM place_category WHERE place_id IN (
    SELECT id FROM place WHERE quality <= 39 AND score_lines LIKE '%limit%temporarily_closed%')`.execute(db)
}
