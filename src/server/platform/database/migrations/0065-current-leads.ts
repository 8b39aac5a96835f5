import { type Kysely, sql } from 'kysely'

// Capitals that lower() leaves alone in a database whose locale knows ASCII only.
const capitals = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ'
const lowered = (text: string) => sql.raw(`translate(lower(${text}), '${capitals}', '${capitals.toLowerCase()}')`)
const shown = (contact: string) => `CASE WHEN NOT do_not_contact THEN facts->>'${contact}' END`
const text = [
  'name',
  `coalesce(${shown('phoneNumber')}, '')`,
  ...['address', 'city', 'state'].map(field => `coalesce(facts->>'${field}', '')`),
]

// A lead's row holds its current facts, and every figure reads them there. What is counted is what is shown: the
// contacts of a business on the do-not-contact list are neither.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE lead
      ADD COLUMN place_stamp bigint, -- of the place's facts that facts was made of; null: not known
      ADD COLUMN is_listed boolean NOT NULL DEFAULT true, -- false: its source covers the place's area, and has it no more
      ADD COLUMN do_not_contact boolean NOT NULL DEFAULT false`.execute(db)
  await sql`
    ALTER TABLE lead
      DROP COLUMN has_website, DROP COLUMN has_email, DROP COLUMN list_text, DROP COLUMN website_domain`.execute(db)
  await sql`
    ALTER TABLE lead
      ADD COLUMN has_website boolean GENERATED ALWAYS AS (NOT do_not_contact AND facts->>'website' IS NOT NULL) STORED,
      ADD COLUMN has_phone boolean GENERATED ALWAYS AS (NOT do_not_contact AND facts->>'phoneNumber' IS NOT NULL) STORED,
      ADD COLUMN has_email boolean GENERATED ALWAYS AS (NOT do_not_contact AND facts->>'email' IS NOT NULL) STORED,
      -- name, phone as written, address, city, state, and the phone's digits: each on a line of its own
      ADD COLUMN list_text text GENERATED ALWAYS AS (${lowered(text.join(` || E'\\n' || `))} || E'\n' ||
        regexp_replace(coalesce(${sql.raw(shown('phoneNumber'))}, ''), '[^0-9]', '', 'g')) STORED,
      -- last two labels of the website's host; '' for a website without them; null without a website
      ADD COLUMN website_domain text GENERATED ALWAYS AS (
        CASE WHEN NOT do_not_contact AND facts->>'website' <> '' THEN coalesce(
          substring(lower(facts->>'website') FROM
            '^[a-z][a-z0-9+.-]*://(?:[^/?#]*@)?(?:[^/?#:]*[.])?([^./?#:@]+[.][^./?#:@]+)[.]?(?:[:/?#]|$)'),
          '') END) STORED`.execute(db)

  // How far a user's leads have followed the catalog. No row: not at all.
  await sql`
    CREATE TABLE lead_refresh (
      user_id int PRIMARY KEY REFERENCES user_account,
      version int NOT NULL, -- of the catalog that all of the user's leads show; -1: none
      target int,           -- version that a refresh under way brings them to; null: none is under way
      after bigint          -- lead up to which it has come
    )`.execute(db)

  // Phones of other rows of a lead's place than the one it shows: the same business.
  await sql`
    CREATE TABLE lead_other_phone (
      user_id int NOT NULL REFERENCES user_account,
      phone bigint NOT NULL,
      lead_id bigint NOT NULL REFERENCES lead ON DELETE CASCADE,
      PRIMARY KEY (user_id, phone, lead_id)
    )`.execute(db)
  await sql`CREATE INDEX lead_other_phone_lead ON lead_other_phone (lead_id)`.execute(db)
  // Serves finding the leads that share a phone, of which one is listed.
  await sql`CREATE INDEX lead_phone ON lead (user_id, phone) WHERE phone IS NOT NULL`.execute(db)
}
