import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Whom nobody is to contact: obeyed by imports, searches and exports, whatever is imported later.
  await sql`
    CREATE TABLE suppression (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('phone', 'email', 'domain', 'place')),
      value text NOT NULL, -- E.164 digits, lower case, or a place's key as in lead.place_key
      reason text NOT NULL,
      created_at timestamptz NOT NULL,
      UNIQUE (kind, value)
    )`.execute(db)

  // What businesses asked for by the public page.
  await sql`
    CREATE TABLE removal_request (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      business_name text NOT NULL,
      email text NOT NULL,
      phone bigint,
      website_domain text,
      message text NOT NULL,
      status text NOT NULL CHECK (status IN ('awaiting_mail', 'awaiting_admin', 'removed', 'refused')),
      token_hash bytea UNIQUE, -- of the link in the mail; null: none was sent, or it was used
      created_at timestamptz NOT NULL,
      decided_at timestamptz
    )`.execute(db)

  // Real data that an administrator asked for, loaded in the background.
  await sql`
    CREATE TABLE place_load (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      wish jsonb NOT NULL, -- PullWish
      area text NOT NULL,
      state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed')),
      progress text NOT NULL DEFAULT '',
      fraction real NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL,
      seen_at timestamptz, -- when the run last showed that it is alive
      finished_at timestamptz
    )`.execute(db)
}
