import { type Kysely, sql } from 'kysely'

/** Serves the poll of status changes. An account can have many more events of other kinds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX lead_event_status ON lead_event (user_id, id) WHERE kind = 'status'`.execute(db)
}
