import { type Kysely, sql } from 'kysely'

/** Reports of leads that are no use, and the leads that were given back for a credit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE lead ADD COLUMN is_free boolean NOT NULL DEFAULT false -- pulled without a charge, as another lead's twin
  `.execute(db)
  await sql`
    CREATE TABLE lead_report (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      lead_id bigint NOT NULL UNIQUE REFERENCES lead ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES user_account,
      place_key text NOT NULL,
      reason text NOT NULL
        CHECK (reason IN ('closed', 'wrong_number', 'moved', 'duplicate', 'not_a_business', 'wrong_category')),
      state text NOT NULL CHECK (state IN ('credited', 'waiting', 'refused', 'free')),
      evidence text, -- why it was credited
      created_at timestamptz NOT NULL,
      decided_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX lead_report_user ON lead_report (user_id, id)`.execute(db)
  await sql`CREATE INDEX lead_report_place ON lead_report (place_key)`.execute(db)
  await sql`CREATE INDEX lead_report_waiting ON lead_report (id) WHERE state = 'waiting'`.execute(db)
  await sql`
    CREATE TABLE lead_return (
      lead_id bigint PRIMARY KEY REFERENCES lead ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES user_account,
      at timestamptz NOT NULL,
      -- Of the place's name, contacts, and address then. While they are the same, the user's searches leave it out.
      fact_stamp bigint,
      ledger_id bigint NOT NULL UNIQUE -- the credit
    )`.execute(db)
  await sql`CREATE INDEX lead_return_user ON lead_return (user_id, at)`.execute(db)
}
