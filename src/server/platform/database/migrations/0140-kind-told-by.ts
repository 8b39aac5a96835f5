import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What says that a place is of its main category. Null until the next import of the place.
  await sql`ALTER TABLE place ADD COLUMN kind_told_by text`.execute(db)
}
