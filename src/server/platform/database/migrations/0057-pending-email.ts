import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // An address that was typed into a profile waits here until a link sent to it has been opened.
  await sql`
    ALTER TABLE user_account
      ADD COLUMN pending_email text,
      ADD COLUMN pending_email_backed boolean NOT NULL DEFAULT false -- asked for with the password
  `.execute(db)
  await sql`
    CREATE INDEX user_account_pending_email ON user_account (lower(pending_email)) WHERE pending_email IS NOT NULL
  `.execute(db)

  // Addresses that were typed and not confirmed, where we still know the one before.
  await sql`
    UPDATE user_account SET email = previous_email, email_since = previous_email_since, pending_email = email,
      previous_email = NULL, previous_email_since = NULL, previous_email_until = NULL
    WHERE email_verified_at IS NULL AND previous_email_until > now() AND deleted_at IS NULL
  `.execute(db)

  // Whether the email was confirmed when the second factor was turned on: if not, a stranger may have done it.
  await sql`ALTER TABLE two_factor ADD COLUMN email_was_verified boolean NOT NULL DEFAULT false`.execute(db)
  await sql`
    UPDATE two_factor t SET email_was_verified = true
    WHERE EXISTS (SELECT FROM user_account u WHERE u.id = t.user_id AND u.email_verified_at <= t.confirmed_at)
      OR EXISTS (SELECT FROM security_event e WHERE e.user_id = t.user_id AND e.at <= t.confirmed_at
        AND e.kind IN ('email-verified', 'password-reset', 'email-change-undone'))
  `.execute(db)
}
