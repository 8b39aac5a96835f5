import { type Kysely, sql } from 'kysely'

/**
 * An import writes new places in many short transactions before searches may find them. Their ids begin here; without
 * an import, the number is higher than any id. The other number is the id of the record of this import. The changes of an import are written before its record, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE catalog_version
      ADD COLUMN unpublished_from bigint NOT NULL DEFAULT 9223372036854775807,
      ADD COLUMN unpublished_run int`.execute(db)
  await sql`ALTER TABLE place_change DROP CONSTRAINT place_change_import_run_id_fkey`.execute(db)
}
