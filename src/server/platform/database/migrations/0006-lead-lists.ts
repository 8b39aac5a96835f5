import { type Kysely, sql } from 'kysely'

// Capitals that lower() leaves alone in a database whose locale knows ASCII only.
const capitals = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ'
const lowered = (text: string) => sql.raw(`translate(lower(${text}), '${capitals}', '${capitals.toLowerCase()}')`)
const text = ['name', ...['phoneNumber', 'address', 'city', 'state'].map(field => `coalesce(facts->>'${field}', '')`)]

export async function up(db: Kysely<unknown>): Promise<void> {
  // What "All Leads" filters and sorts by, so that no list takes 50,000 documents apart.
  await sql`
    ALTER TABLE lead
      ADD COLUMN name_key text COLLATE "C" GENERATED ALWAYS AS (left(${lowered('name')}, 200)) STORED,
      ADD COLUMN rating real GENERATED ALWAYS AS (coalesce((facts->>'rating')::real, 0)) STORED,
      ADD COLUMN has_website boolean GENERATED ALWAYS AS (facts->>'website' IS NOT NULL) STORED,
      ADD COLUMN has_email boolean GENERATED ALWAYS AS (facts->>'email' IS NOT NULL) STORED,
      -- name, phone as written, address, city, state, and the phone's digits: each on a line of its own
      ADD COLUMN list_text text GENERATED ALWAYS AS (${lowered(text.join(` || E'\\n' || `))} || E'\n' ||
        regexp_replace(coalesce(facts->>'phoneNumber', ''), '[^0-9]', '', 'g')) STORED`.execute(db)
  // Each serves the pages of "All Leads" in one order.
  await sql`CREATE INDEX lead_newest ON lead (user_id, id DESC) WHERE is_first_of_phone`.execute(db)
  await sql`CREATE INDEX lead_by_name ON lead (user_id, name_key, id) WHERE is_first_of_phone`.execute(db)
  await sql`CREATE INDEX lead_by_rating ON lead (user_id, rating DESC, id DESC) WHERE is_first_of_phone`.execute(db)
  // Serves the four cards, too.
  await sql`CREATE INDEX lead_by_quality ON lead (user_id, quality DESC, id DESC) INCLUDE (state)
    WHERE is_first_of_phone`.execute(db)
}
