import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE place
      ADD COLUMN origin text, -- who gave the row to its source, where that is a collection of others' data
      ADD COLUMN merged_into bigint, -- the place that this row is part of; such a row is not offered by itself
      ADD COLUMN possible_duplicate_of bigint, -- a place that may be the same business; both are offered
      ADD COLUMN own jsonb, -- of a place that rows were merged into: what its own row says, see merge/merged-place.rules.ts
      ADD COLUMN provenance jsonb`.execute(db)
  // Serves taking a merged place apart.
  await sql`CREATE INDEX place_merged ON place (merged_into) WHERE merged_into IS NOT NULL`.execute(db)
  // Serves finding the same house, where a business may be listed twice.
  await sql`CREATE INDEX place_house ON place (zip, (substring(street from '^[0-9]+')))
    WHERE zip IS NOT NULL AND street ~ '^[0-9]'`.execute(db)

  // What a release did to a place: for saved searches and for the user whose lead it is.
  await sql`
    CREATE TABLE place_change (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      import_run_id int NOT NULL REFERENCES import_run,
      place_id bigint NOT NULL, -- kept when the place is gone
      place_key text NOT NULL, -- as in lead.place_key
      kind text NOT NULL CHECK (kind IN ('added', 'changed', 'vanished')),
      cell int NOT NULL
    )`.execute(db)
  // Serves saved searches, and the leads of a page.
  await sql`CREATE INDEX place_change_run ON place_change (import_run_id, cell)`.execute(db)
  await sql`CREATE INDEX place_change_key ON place_change (place_key, id DESC)`.execute(db)
}
