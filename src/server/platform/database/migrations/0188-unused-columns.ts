import { type Kysely, sql } from 'kysely'

/** Columns of a list that may say which businesses are closed, but were not used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE import_run ADD COLUMN unused_status_columns text[] NOT NULL DEFAULT '{}'`.execute(db)
}
