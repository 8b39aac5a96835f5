import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE page_visit (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      page text NOT NULL, -- one of the contract's pages
      user_id int REFERENCES user_account ON DELETE SET NULL, -- null: a visitor
      referrer text, -- origin and path of an own page, else the host of another site; null: none
      at timestamptz NOT NULL
    )`.execute(db)
  // Serves the counts by page.
  await sql`CREATE INDEX page_visit_page ON page_visit (page)`.execute(db)
  // Serves the removal of an account.
  await sql`CREATE INDEX page_visit_user ON page_visit (user_id) WHERE user_id IS NOT NULL`.execute(db)
}
