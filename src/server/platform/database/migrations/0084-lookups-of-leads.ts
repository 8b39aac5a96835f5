import { type Kysely, sql } from 'kysely'

/**
 * Makes the index partial, so that PostgreSQL uses it only for queries that say `id > 0`: those that page through a
 * user's leads by id. Before, it was also chosen to look up one lead of a new user by its place, and then all of the
 * user's leads were read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX lead_user`.execute(db)
  await sql`CREATE INDEX lead_user ON lead (user_id, id DESC) WHERE id > 0`.execute(db)
}
