import { type Kysely, sql } from 'kysely'

/** One phone can be that of several businesses, each of which is listed as a lead of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX lead_first_of_phone`.execute(db)
}
