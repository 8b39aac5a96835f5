import { type Kysely, sql } from 'kysely'

/** What users note about their leads. In tables of its own: a lead's row is long and has many indexes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A lead without a row is new.
  await sql`
    CREATE TABLE lead_mark (
      lead_id bigint PRIMARY KEY REFERENCES lead ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES user_account,
      status text NOT NULL DEFAULT 'new',
      status_at timestamptz, -- when the user set it
      follow_up_on date
    )`.execute(db)
  // Serves lists of one status, from the newest lead on.
  await sql`CREATE INDEX lead_mark_status ON lead_mark (user_id, status, lead_id DESC)`.execute(db)
  await sql`CREATE INDEX lead_mark_follow_up ON lead_mark (user_id, follow_up_on, lead_id DESC)
    WHERE follow_up_on IS NOT NULL`.execute(db)
  await sql`
    CREATE TABLE lead_note (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      lead_id bigint NOT NULL REFERENCES lead ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES user_account,
      body text NOT NULL,
      created_at timestamptz NOT NULL,
      edited_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX lead_note_lead ON lead_note (lead_id, id DESC)`.execute(db)
  // Serves the number of an account's notes, and the download of its data.
  await sql`CREATE INDEX lead_note_user ON lead_note (user_id, id)`.execute(db)
  await sql`
    CREATE TABLE lead_batch (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES user_account,
      lead_count integer NOT NULL, -- that were to be changed
      created_at timestamptz NOT NULL
    )`.execute(db)
  // Serves the limit of changes a day.
  await sql`CREATE INDEX lead_batch_user ON lead_batch (user_id, created_at)`.execute(db)
  await sql`
    CREATE TABLE lead_event (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      lead_id bigint NOT NULL REFERENCES lead ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES user_account,
      batch_id bigint, -- of changes that can be undone
      kind text NOT NULL,
      was text,
      becomes text,
      at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX lead_event_lead ON lead_event (lead_id, id DESC)`.execute(db)
  // Serves the download of an account's data.
  await sql`CREATE INDEX lead_event_user ON lead_event (user_id, id)`.execute(db)
  // Serves undoing a change.
  await sql`CREATE INDEX lead_event_batch ON lead_event (batch_id, id) WHERE batch_id IS NOT NULL`.execute(db)
  // A lead that another one is listed for has no work of its own.
  await sql`
    CREATE TABLE lead_twin (
      lead_id bigint PRIMARY KEY REFERENCES lead ON DELETE CASCADE,
      kept_id bigint NOT NULL REFERENCES lead ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES user_account
    )`.execute(db)
  await sql`
    INSERT INTO lead_twin (lead_id, kept_id, user_id)
    WITH phones AS (
      SELECT id AS lead_id, user_id, phone FROM lead WHERE phone IS NOT NULL
      UNION SELECT lead_id, user_id, phone FROM lead_other_phone)
    SELECT DISTINCT ON (l.id) l.id, k.id, l.user_id FROM lead l
    JOIN phones p ON p.lead_id = l.id
    JOIN phones q ON q.user_id = p.user_id AND q.phone = p.phone
    JOIN lead k ON k.id = q.lead_id AND k.is_first_of_phone
    WHERE NOT l.is_first_of_phone ORDER BY l.id, k.id`.execute(db)
  await sql`CREATE INDEX lead_twin_kept ON lead_twin (kept_id)`.execute(db)
  await sql`CREATE INDEX lead_twin_user ON lead_twin (user_id)`.execute(db)
}
