import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Serve finding the same house if one of two rows has no ZIP.
  await sql`CREATE INDEX place_house_without_zip ON place ((substring(street from '^[0-9]+')), lat)
    WHERE zip IS NULL AND street ~ '^[0-9]'`.execute(db)
  await sql`CREATE INDEX place_house_number ON place ((substring(street from '^[0-9]+')), lat)
    WHERE zip IS NOT NULL AND street ~ '^[0-9]'`.execute(db)
}
