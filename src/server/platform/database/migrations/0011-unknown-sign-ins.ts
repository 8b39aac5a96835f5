import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null: a sign-in in a name that nobody has.
  await sql`ALTER TABLE security_event ALTER COLUMN user_id DROP NOT NULL`.execute(db)
}
