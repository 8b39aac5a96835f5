import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Contact pulls that its pages cost. Earlier searches have no limit of their own, so theirs are not needed.
  await sql`ALTER TABLE search ADD COLUMN pulls integer NOT NULL DEFAULT 0`.execute(db)
}
