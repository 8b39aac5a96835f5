import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Serve finding names that start alike at one spot, in other spellings and with or without "The", if one of two rows
  // has no phone or no house number.
  await sql`DROP INDEX place_name_spot, place_name_spot_without_house`.execute(db)
  const start = sql`(substr(name_sort, CASE WHEN name_sort LIKE 'the %' THEN 5 ELSE 1 END, 3))`
  await sql`CREATE INDEX place_name_spot ON place (${start}, lat, id)
    WHERE street ~ '^[0-9]'`.execute(db)
  await sql`CREATE INDEX place_name_spot_vague ON place (${start}, lat, id)
    WHERE phone IS NULL OR (street ~ '^[0-9]') IS NOT TRUE`.execute(db)
}
