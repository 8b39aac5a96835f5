import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Serves the removal of an account: for each of its searches everybody's leads were read.
  await sql`CREATE INDEX lead_search ON lead (search_id)`.execute(db)
  // Serves the counts of what the catalog holds and does not offer.
  await sql`CREATE INDEX place_held ON place (dataset_id) WHERE NOT is_offered`.execute(db)
  // Serves names in a state.
  await sql`CREATE INDEX place_state ON place (state)`.execute(db)
  // Serves the sweep.
  await sql`CREATE INDEX page_visit_age ON page_visit (at)`.execute(db)
}
