import { type Kysely, sql } from 'kysely'

/** Businesses that a user does not want to contact. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE own_suppression (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES user_account,
      kind text NOT NULL CHECK (kind IN ('phone', 'email', 'domain', 'place')),
      value text NOT NULL,
      -- Of a phone, and of a place that had one. E.164 digits.
      phone bigint,
      -- Of a place.
      business_name text,
      created_at timestamptz NOT NULL,
      UNIQUE (user_id, kind, value)
    )`.execute(db)
  await sql`CREATE INDEX own_suppression_newest ON own_suppression (user_id, id DESC)`.execute(db)
  // Increases with each change of the user's list; 0: it was always empty.
  await sql`ALTER TABLE lead_refresh ADD COLUMN own_list integer NOT NULL DEFAULT 0`.execute(db)
}
