import { type Kysely, sql } from 'kysely'

/** Loads that searches start: of some cells, under a key that nobody can guess. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE place_load
    ADD COLUMN key uuid NOT NULL DEFAULT gen_random_uuid(),
    ADD COLUMN cells integer[],
    ADD COLUMN started_at timestamptz`.execute(db)
  await sql`CREATE UNIQUE INDEX place_load_key ON place_load (key)`.execute(db)
  // The load that a search started, and when its sample leads were paid back.
  await sql`ALTER TABLE search ADD COLUMN load_key uuid, ADD COLUMN samples_refunded_at timestamptz`.execute(db)
}
