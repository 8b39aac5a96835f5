import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Serve finding the same house if one of two rows has no ZIP.
  await sql`CREATE INDEX place_house_without_zip ON place ((substring(street from '^[0-9]+')), lat)
    WHERE zip IS NULL AND street ~ '^[0-9]'`.execute(db)
  await sql`CREATE INDEX place_house_number ON place ((substring(street from '^[0-9]+')), lat)
    WHERE zip IS NOT NULL AND street ~ '^[0-9]'`.execute(db)
  // Serve finding the same name at the same spot if one of two rows has no house number.
  await sql`CREATE INDEX place_name_spot ON place (name_order, lat)
    WHERE street ~ '^[0-9]'`.execute(db)
  await sql`CREATE INDEX place_name_spot_without_house ON place (name_order, lat)
    WHERE (street ~ '^[0-9]') IS NOT TRUE`.execute(db)
}
