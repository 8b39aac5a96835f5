import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Serves looking again when the place that another may be the same as has changed.
  await sql`CREATE INDEX place_possible_duplicate ON place (possible_duplicate_of) WHERE possible_duplicate_of IS NOT NULL`.execute(
    db,
  )
}
