import { type Kysely, sql } from 'kysely'

/** Releases that wait for an administrator, that one has stopped, or that one has approved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE release_decision (
    release text PRIMARY KEY,
    state text NOT NULL CHECK (state IN ('waiting', 'stopped', 'approved')),
    reason text NOT NULL,
    decided_at timestamptz NOT NULL
  )`.execute(db)
}
