import { type Kysely, sql } from 'kysely'

/** Idempotency keys under which the payment provider answered with an error of its own, which it repeats for a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE failed_idempotency_key (
      key text PRIMARY KEY,
      failures int NOT NULL,
      failed_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX failed_idempotency_key_by_age ON failed_idempotency_key (failed_at)`.execute(db)
}
