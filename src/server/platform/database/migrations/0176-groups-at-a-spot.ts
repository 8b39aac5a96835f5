import { type Kysely, sql } from 'kysely'

/**
 * The best rows of groups by name and position. In their own source, they may lack a phone or a house number that the
 * place got from another row, so they are compared as `place_name_spot_vague` has the others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const start = sql`(substr(name_sort, CASE WHEN name_sort LIKE 'the %' THEN 5 ELSE 1 END, 3))`
  await sql`CREATE INDEX place_name_spot_grouped ON place (${start}, lat, id)
    WHERE own IS NOT NULL AND phone IS NOT NULL AND street ~ '^[0-9]'`.execute(db)
}
