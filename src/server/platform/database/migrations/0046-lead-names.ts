import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The other names of a lead's place when it was pulled: the business stays paid for when the row goes that named it.
  await sql`
    CREATE TABLE lead_name (
      user_id int NOT NULL REFERENCES user_account,
      place_key text NOT NULL,
      lead_id bigint NOT NULL REFERENCES lead ON DELETE CASCADE,
      PRIMARY KEY (user_id, place_key)
    )`.execute(db)
  await sql`CREATE INDEX lead_name_lead ON lead_name (lead_id)`.execute(db)
}
