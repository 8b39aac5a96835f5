import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // When each hit was, for limits that hold in any hour, wherever it begins.
  await sql`ALTER TABLE rate_limit ADD COLUMN hit_times timestamptz[] NOT NULL DEFAULT '{}'`.execute(db)
}
