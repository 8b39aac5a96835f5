import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Serves the flag of shared phones, and finding the same business: of a chain that has one phone, the branches near by.
  // The old one goes last: from then on searches wait.
  await sql`CREATE INDEX place_phone_next ON place (phone, lat) WHERE phone IS NOT NULL`.execute(db)
  await sql`DROP INDEX place_phone`.execute(db)
  await sql`ALTER INDEX place_phone_next RENAME TO place_phone`.execute(db)
}
