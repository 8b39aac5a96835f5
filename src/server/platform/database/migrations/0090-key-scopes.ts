import { type Kysely, sql } from 'kysely'

/** Keys can also change what their owner notes about leads, and can expire. Existing keys never do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE api_key DROP CONSTRAINT api_key_scope_check`.execute(db)
  await sql`ALTER TABLE api_key ADD CONSTRAINT api_key_scope_check CHECK (scope IN ('read', 'search', 'write'))`.execute(
    db,
  )
  await sql`ALTER TABLE api_key ADD COLUMN expires_at timestamptz`.execute(db)
}
