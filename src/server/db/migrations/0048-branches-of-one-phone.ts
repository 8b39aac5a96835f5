import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX place_phone`.execute(db)
  // Serves the flag of shared phones, and finding the same business: of a chain that has one phone, the branches near by.
  await sql`CREATE INDEX place_phone ON place (phone, lat) WHERE phone IS NOT NULL`.execute(db)
}
