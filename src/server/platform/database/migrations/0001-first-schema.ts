import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'

/** Files of `first-schema`. A table comes after those that it refers to. */
const parts = [
  'accounts',
  'payments',
  'programs',
  'pages',
  'places',
  'place-loads',
  'sites',
  'leads',
  'lead-work',
  'news',
  'sandbox',
]

const capitals = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ'
// In some locales, `lower` only knows ASCII. `translate` compares every character with every capital, so only text that
// has other letters gets it.
const lowered = (text: string) =>
  `CASE WHEN octet_length(${text}) = char_length(${text}) THEN lower(${text})
     ELSE translate(lower(${text}), '${capitals}', '${capitals.toLowerCase()}') END`
const phone = `coalesce(CASE WHEN NOT do_not_contact THEN facts->>'phoneNumber' END, '')`
const lines = ['name', phone, ...['address', 'city', 'state'].map(field => `coalesce(facts->>'${field}', '')`)]
const text = `(${lines.join(` || E'\\n' || `)})`
const digits = `translate(${phone}, translate(${phone}, '0123456789', ''), '')`

/** What "All Leads" sorts by, and what it searches: name, phone as written, address, city, state, and the phone's digits. */
const textOfLeads = [
  `ALTER TABLE lead
    ADD COLUMN name_key text COLLATE "C" GENERATED ALWAYS AS (left(${lowered('name')}, 200)) STORED,
    ADD COLUMN list_text text GENERATED ALWAYS AS ((${lowered(text)}) || E'\\n' || ${digits}) STORED`,
  'CREATE INDEX lead_by_name ON lead (user_id, name_key, id) WHERE is_first_of_phone',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  const written = await Promise.all(parts.map(readStatements))
  for (const statement of [...written.flat(), ...textOfLeads]) await sql.raw(statement).execute(db)
}

/** The embedded database runs one statement at a time. Only the first line of a statement is not indented. */
async function readStatements(part: string): Promise<string[]> {
  const file = await readFile(path.join(import.meta.dirname, 'first-schema', `${part}.sql`), 'utf8')
  return file.split(/;\n(?! )/).filter(statement => statement.trim() !== '')
}
