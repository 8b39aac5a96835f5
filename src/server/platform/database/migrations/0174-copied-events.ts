import { type Kysely, sql } from 'kysely'

/**
 * When two leads share their history, one of them has copies of the entries. Programs that poll must not get copies as
 * new events. Which of the existing entries are copies is unknown.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE lead_event ADD COLUMN is_copy boolean NOT NULL DEFAULT false`.execute(db)
}
