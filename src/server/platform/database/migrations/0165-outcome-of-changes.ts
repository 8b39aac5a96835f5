import { type Kysely, sql } from 'kysely'

/** A change of many leads says how many leads had another value, and how many could not be changed any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE lead_batch
      ADD COLUMN changed int NOT NULL DEFAULT 0,
      ADD COLUMN left_out int NOT NULL DEFAULT 0`.execute(db)
  await sql`UPDATE lead_batch SET changed = done WHERE done IS NOT NULL`.execute(db)
}
