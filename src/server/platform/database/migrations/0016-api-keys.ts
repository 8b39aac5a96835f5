import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE api_key (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
      name text NOT NULL,
      scope text NOT NULL CHECK (scope IN ('read', 'search')),
      secret_hash bytea NOT NULL UNIQUE, -- SHA-256 of the key
      ending text NOT NULL,              -- the key's last characters, to tell it from others
      created_at timestamptz NOT NULL,
      last_used_at timestamptz,          -- to the minute
      revoked_at timestamptz
    )`.execute(db)
  // Serves the list of a user's keys.
  await sql`CREATE INDEX api_key_living ON api_key (user_id, id DESC) WHERE revoked_at IS NULL`.execute(db)

  // Answers of the API that were asked for with an Idempotency-Key, kept for a day.
  await sql`
    CREATE TABLE api_answer (
      user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
      key_hash bytea NOT NULL,    -- SHA-256 of the Idempotency-Key
      fingerprint bytea NOT NULL, -- SHA-256 of method, path and body
      answer jsonb,               -- null: the answer is made anew, since it costs nothing
      at timestamptz NOT NULL,
      PRIMARY KEY (user_id, key_hash)
    )`.execute(db)
  await sql`CREATE INDEX api_answer_age ON api_answer (at)`.execute(db)
}
