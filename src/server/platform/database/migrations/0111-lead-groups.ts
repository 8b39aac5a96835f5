import { type Kysely, sql } from 'kysely'

/** Lists of leads, and changes of many leads that can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE lead_list (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES user_account,
      name text NOT NULL,
      created_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE UNIQUE INDEX lead_list_name ON lead_list (user_id, lower(name))`.execute(db)
  await sql`
    CREATE TABLE lead_list_entry (
      list_id bigint NOT NULL REFERENCES lead_list ON DELETE CASCADE,
      lead_id bigint NOT NULL REFERENCES lead ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES user_account,
      added_at timestamptz NOT NULL,
      PRIMARY KEY (list_id, lead_id)
    )`.execute(db)
  await sql`CREATE INDEX lead_list_entry_lead ON lead_list_entry (lead_id)`.execute(db)
  // Serves the deletion of an account.
  await sql`CREATE INDEX lead_list_entry_user ON lead_list_entry (user_id)`.execute(db)
  // The id of the list or tag that the change is about.
  await sql`ALTER TABLE lead_event ADD COLUMN ref_id bigint`.execute(db)
  // While a change is made in the background: what is changed, on which leads, and how many are done.
  await sql`ALTER TABLE lead_batch
    ADD COLUMN action jsonb,
    ADD COLUMN lead_ids bigint[],
    ADD COLUMN done integer,
    ADD COLUMN undone_at timestamptz`.execute(db)
}
