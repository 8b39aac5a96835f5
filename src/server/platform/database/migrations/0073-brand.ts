import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Name of the chain that a place belongs to.
  await sql`ALTER TABLE place ADD COLUMN brand text`.execute(db)
}
