import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Serves finding the same house if one of two rows has no ZIP: `place_house` has none of these rows.
  await sql`CREATE INDEX place_house_number ON place
    ((substring(street from '^[0-9]+')), (CASE WHEN zip IS NULL THEN 0 ELSE 1 END), lat)
    WHERE street ~ '^[0-9]'`.execute(db)
}
