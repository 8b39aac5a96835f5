import { type Kysely, sql } from 'kysely'

/** After several rotations in a day, messages are signed with each of the earlier secrets: {secret (hex), until}. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE webhook_endpoint ADD COLUMN earlier_secrets jsonb NOT NULL DEFAULT '[]'`.execute(db)
}
