import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE user_account (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      username text NOT NULL,
      username_key text NOT NULL UNIQUE, -- nameKey(username): alike whatever the case; lower() knows ASCII alone in some locales
      email text NOT NULL,
      password_hash text NOT NULL,
      first_name text,
      last_name text,
      is_admin boolean NOT NULL DEFAULT false,
      subscription_tier text NOT NULL DEFAULT 'free' CHECK (subscription_tier IN ('free', 'starter', 'pro', 'elite')),
      subscription_status text NOT NULL DEFAULT 'active',
      plan_ends_at timestamptz,          -- the tier is 'free' from then on; null: no end known
      quota_anchor timestamptz NOT NULL, -- quota periods are counted in months from here
      created_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE UNIQUE INDEX user_account_email ON user_account (lower(email))`.execute(db)

  await sql`
    CREATE TABLE session (
      token_hash bytea PRIMARY KEY, -- SHA-256 of the cookie's value
      user_id int NOT NULL REFERENCES user_account ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX session_by_user ON session (user_id)`.execute(db)
  await sql`CREATE INDEX session_expiry ON session (expires_at)`.execute(db)

  // Plans given by the operator, without payment.
  await sql`
    CREATE TABLE plan_grant (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id int NOT NULL REFERENCES user_account,
      tier text NOT NULL,
      until timestamptz, -- null: no end
      at timestamptz NOT NULL
    )`.execute(db)
  await sql`
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$`.execute(db)
  await sql`CREATE TRIGGER plan_grant_append_only BEFORE UPDATE OR DELETE ON plan_grant
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`.execute(db)

  // Counts of attempts, shared by all processes. key: what is limited and for whom, hashed.
  await sql`
    CREATE TABLE rate_limit (
      key text PRIMARY KEY,
      window_start timestamptz NOT NULL,
      hits int NOT NULL,
      blocked_until timestamptz
    )`.execute(db)

  // Secrets made on the first start, e.g. the key that signs page tokens.
  await sql`CREATE TABLE app_secret (name text PRIMARY KEY, value bytea NOT NULL)`.execute(db)
}
