import { type Kysely, sql } from 'kysely'

/**
 * When two leads share their history, one of them has copies. Copies are no new events for programs that poll. Which
 * entries were copied before is not known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE lead_event ADD COLUMN is_copy boolean NOT NULL DEFAULT false`.execute(db)
}
