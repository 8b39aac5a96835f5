import { type Kysely, sql } from 'kysely'

// What follows the first letter outside of a to z said something about the order of names, and something wrong. That
// letter's place is the length of what comes before it; ten places of 39 symbols each are one number.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    WITH mended AS (
      UPDATE place SET name_order = name_order - name_order % power(39, 9 - length(substring(name_sort FROM '^[ 0-9a-z]*')))::bigint
      WHERE length(substring(name_sort FROM '^[ 0-9a-z]*')) < least(9, length(name_sort))
      RETURNING id, name_order)
    UPDATE place_category c SET name_order = mended.name_order FROM mended WHERE c.place_id = mended.id`.execute(db)
}
