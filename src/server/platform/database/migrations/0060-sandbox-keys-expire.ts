import { type Kysely, sql } from 'kysely'

/** When the sandbox first answered under an idempotency key, in seconds since 1970: a key is forgotten after a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sandbox.answer ADD COLUMN answered_at bigint NOT NULL DEFAULT 0`.execute(db)
}
