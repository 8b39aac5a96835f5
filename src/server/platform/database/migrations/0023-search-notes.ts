import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // SearchNotes: what the search said beside its leads. Null for a search of before.
  await sql`ALTER TABLE search ADD COLUMN notes jsonb`.execute(db)
}
