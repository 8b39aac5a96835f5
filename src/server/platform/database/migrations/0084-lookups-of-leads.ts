import { type Kysely, sql } from 'kysely'

/**
 * Only for queries that go through a user's leads by id, which say `id > 0`. While the statistics do not know a user's
 * leads yet, every index that begins with the user looks equally good, and this one was also chosen to find a lead by
 * its place: it read all of the user's leads each time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX lead_user`.execute(db)
  await sql`CREATE INDEX lead_user ON lead (user_id, id DESC) WHERE id > 0`.execute(db)
}
