import { type Kysely, sql } from 'kysely'

/**
 * An import writes new places in many short transactions before searches may find them. `unpublished_from` is the first id
 * of these places, or higher than any id. `unpublished_run` is the id that the import's record will get. The changes of an
 * import are written before its record, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE catalog_version
      ADD COLUMN unpublished_from bigint NOT NULL DEFAULT 9223372036854775807,
      ADD COLUMN unpublished_run int`.execute(db)
  await sql`ALTER TABLE place_change DROP CONSTRAINT place_change_import_run_id_fkey`.execute(db)
}
