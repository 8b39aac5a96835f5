import { type Kysely, sql } from 'kysely'

/**
 * The main categories that the websites of businesses confirm. They have a table of their own, because versions before it
 * answer with everything in `site_fact`, and do not know this kind of fact.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE site_kind (
      domain text NOT NULL REFERENCES site_visit ON DELETE CASCADE,
      category text NOT NULL, -- its key
      how text NOT NULL,
      page_url text NOT NULL,
      seen_at timestamptz NOT NULL,
      PRIMARY KEY (domain, category)
    )`.execute(db)
}
