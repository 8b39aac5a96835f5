import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Searches that ran before this have no receipt, because nobody recorded which version their pages were read from.
  await sql`ALTER TABLE search ADD COLUMN pages jsonb NOT NULL DEFAULT '[]', ADD COLUMN keys_hash text`.execute(db)
}
