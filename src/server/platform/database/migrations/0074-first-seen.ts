import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // YYYY-MM-DD; null: the place came with the first load of its cell.
  await sql`ALTER TABLE place ADD COLUMN first_seen_on text`.execute(db)
}
