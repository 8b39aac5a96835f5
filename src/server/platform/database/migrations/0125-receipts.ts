import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Earlier searches have no receipt: what their pages were read from is not known any more.
  await sql`ALTER TABLE search ADD COLUMN pages jsonb NOT NULL DEFAULT '[]', ADD COLUMN keys_hash text`.execute(db)
}
