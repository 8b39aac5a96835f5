import { type Kysely, sql } from 'kysely'

/** Counts of places that are held back leave out unpublished ones by their ids, and read only this index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX place_held`.execute(db)
  await sql`CREATE INDEX place_held ON place (dataset_id, id) WHERE NOT is_offered`.execute(db)
}
