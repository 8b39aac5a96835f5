import { type Kysely, sql } from 'kysely'

/** What businesses say on their websites is merged into the places with the domain. Files of users are matched by it, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX place_domain ON place (domain, id) WHERE domain IS NOT NULL`.execute(db)
  // The do-not-contact list has addresses.
  await sql`CREATE INDEX site_fact_email ON site_fact (value) WHERE kind = 'email'`.execute(db)
  await sql`CREATE INDEX site_visit_due ON site_visit (asked_at) WHERE state = 'waiting'`.execute(db)
}
