import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Who put an e-mail there last week may not be the owner: such a one takes no later change back.
  await sql`
    ALTER TABLE user_account
      ADD COLUMN email_since timestamptz,         -- null: since the registration, or longer than we know
      ADD COLUMN previous_email_since timestamptz -- the same of previous_email
  `.execute(db)
  // Serves the question whether somebody may still take an address back.
  await sql`
    CREATE INDEX user_account_previous_email ON user_account (lower(previous_email))
    WHERE previous_email IS NOT NULL`.execute(db)
}
