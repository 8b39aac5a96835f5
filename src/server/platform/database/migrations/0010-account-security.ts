import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE user_account
      ADD COLUMN email_verified_at timestamptz,   -- of the present e-mail
      ADD COLUMN previous_email text,             -- replaced without the password: still hears of it, see previous_email_until
      ADD COLUMN previous_email_until timestamptz,
      ADD COLUMN disabled_at timestamptz,         -- by an administrator: nobody signs in
      ADD COLUMN deleted_at timestamptz           -- by its owner: the row stays for the books, with nothing personal in it
  `.execute(db)

  // The id is what a list of sessions names a session by; it opens nothing. device: "Firefox on Linux".
  await sql`
    ALTER TABLE session
      ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
      ADD COLUMN device text NOT NULL DEFAULT 'Unknown device'`.execute(db)

  // Secret links of mails. Each is good once.
  await sql`
    CREATE TABLE account_token (
      token_hash bytea PRIMARY KEY, -- SHA-256 of what the link holds
      user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
      purpose text NOT NULL CHECK (purpose IN ('reset-password', 'verify-email', 'undo-email')),
      email text NOT NULL, -- the address it was sent to
      expires_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX account_token_user ON account_token (user_id, purpose)`.execute(db)
  await sql`CREATE INDEX account_token_expiry ON account_token (expires_at)`.execute(db)

  await sql`
    CREATE TABLE two_factor (
      user_id int PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
      secret text NOT NULL, -- base32
      confirmed_at timestamptz, -- null: begun, not asked for yet
      last_step bigint NOT NULL DEFAULT 0 -- of the newest code that was used: none is good twice
    )`.execute(db)
  await sql`
    CREATE TABLE recovery_code (
      user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
      code_hash bytea NOT NULL,
      PRIMARY KEY (user_id, code_hash)
    )`.execute(db)

  // What happened to the safety of an account, and by whose hand. No addresses, no secrets.
  await sql`
    CREATE TABLE security_event (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id int NOT NULL REFERENCES user_account,
      actor_id int REFERENCES user_account, -- null: nobody who is signed in
      kind text NOT NULL,
      device text,
      at timestamptz NOT NULL
    )`.execute(db)
  // Serves the log of one account.
  await sql`CREATE INDEX security_event_user ON security_event (user_id, id DESC)`.execute(db)
  await sql`CREATE TRIGGER security_event_append_only BEFORE UPDATE OR DELETE ON security_event
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`.execute(db)
}
