import type { Queryable } from '#server/platform/database/db.ts'
import { changing, type LeadFacts } from './lead-facts.rules.ts'
import { reportColumn } from './lead-report.sql.ts'
import { siteColumn } from './lead-site.sql.ts'
import { workColumn } from './lead-work.sql.ts'
import type { StoredLead } from './leads.repository.ts'

export type NewLead = {
  placeKey: string
  otherKeys: string[]
  phone: number | null
  /** The phones of the place's other rows. */
  otherPhones: number[]
  isFirstOfLine: boolean
  isFree: boolean
  facts: LeadFacts
  /** The stamp that the place had when its facts were read. */
  placeStamp: number
  /** The lead's position in the search, from 0. */
  position: number
  distanceMiles: number | null
}

/** Changes the keys of leads to the new keys of their places, after the rows that they came from are gone. */
export async function renameLeads(
  tx: Queryable,
  userId: number,
  renamed: readonly { placeKey: string; from: string }[],
): Promise<void> {
  if (renamed.length === 0) return
  await tx.query(
    `WITH renamed AS (
       UPDATE lead SET place_key = r."placeKey" FROM jsonb_to_recordset($2::jsonb) AS r ("placeKey" text, "from" text)
       WHERE user_id = $1 AND place_key = r."from" RETURNING lead.id, r."from")
     INSERT INTO lead_name (user_id, place_key, lead_id) SELECT $1, "from", id FROM renamed ON CONFLICT DO NOTHING`,
    [userId, JSON.stringify(renamed)],
  )
}

/** Stores new phones of leads. A later step decides which of the leads with that phone are listed. */
export async function changePhones(
  tx: Queryable,
  userId: number,
  changed: readonly { placeKey: string; phone: number | null }[],
): Promise<void> {
  if (changed.length === 0) return
  await tx.query(
    `UPDATE lead SET phone = c.phone, is_first_of_phone = c.phone IS NULL
     FROM jsonb_to_recordset($2::jsonb) AS c ("placeKey" text, phone bigint)
     WHERE user_id = $1 AND place_key = c."placeKey"`,
    [userId, JSON.stringify(changed)],
  )
}

const changingFacts = (facts: string) =>
  `jsonb_build_object(${changing.map(fact => `'${fact}', ${facts}->'${fact}'`).join(', ')})`

/** The columns with a lead's facts, as SQL. Some are copied to columns by which lists filter and sort. */
const factColumns = (facts: string): Record<string, string> => ({
  facts,
  name: `${facts}->>'businessName'`,
  quality: `(${facts}->>'qualityScore')::smallint`,
  state: `${facts}->>'state'`,
})

/** SQL assignments that give the row `lead` the facts of the row `fresh`, and keep its first facts when they differ. */
export function factAssignments(lead: string, fresh: string): string {
  const [before, after] = [changingFacts(`${lead}.facts`), changingFacts(`${fresh}.facts`)]
  const columns = Object.entries(factColumns(`${fresh}.facts`)).map(([column, value]) => `${column} = ${value}`)
  return `first_facts = coalesce(${lead}.first_facts, CASE WHEN ${before} <> ${after} THEN ${before} END),
    ${columns.join(', ')}`
}

export type SavedLead = Pick<StoredLead, 'id' | 'firstFacts' | 'work' | 'report' | 'site'>

/** An existing lead of the user whose place has not changed, with its position in a search. */
export type ListedLead = { id: number; position: number; distanceMiles: number | null }

/**
 * Adds existing leads of the user to a search, without writing the leads again. A search lists a lead once: the page was
 * chosen under the user's lock. If it did not, nothing of the page is saved or charged.
 */
export async function listLeads(tx: Queryable, searchId: number | null, leads: readonly ListedLead[]): Promise<void> {
  if (leads.length === 0 || searchId === null) return
  await tx.queryPrepared(
    `INSERT INTO search_lead (search_id, position, lead_id, distance_miles)
     SELECT $1, position, id, miles FROM unnest($2::int[], $3::bigint[], $4::float8[]) AS l (position, id, miles)`,
    [
      searchId,
      leads.map(({ position }) => position),
      leads.map(({ id }) => id),
      leads.map(({ distanceMiles }) => distanceMiles),
    ],
  )
}

type Saving = { userId: number; searchId: number | null; leads: NewLead[]; areNew: boolean; now: Date }

/**
 * Saves leads, or refreshes the facts of existing ones, and lists them under their search, as `listLeads` does. `areNew` is
 * true if the user had none of these leads before, so none has work or reports. Returns the leads in the order of
 * `leads`.
 */
export async function saveLeads(tx: Queryable, saving: Saving): Promise<SavedLead[]> {
  const { userId, searchId, leads, areNew, now } = saving
  if (leads.length === 0) return []
  const otherKeys = leads.flatMap(({ placeKey, otherKeys: keys }) => keys.map(key => ({ placeKey, key })))
  const rows = await tx.queryPrepared<SavedLead & { place_key: string }>(areNew ? saveNew : saveAny, [
    userId,
    searchId,
    now,
    ...newLeadColumns.map(([, , value]) => leads.map(value)),
    // One line for each lead is cheaper to write and read than one document for all.
    leads.map(({ facts }) => JSON.stringify(facts)).join('\n'),
    otherKeys.map(({ placeKey }) => placeKey),
    otherKeys.map(({ key }) => key),
  ])
  const saved = new Map(rows.map(({ place_key: placeKey, ...row }) => [placeKey, row]))
  return leads.map(({ placeKey }) => {
    const lead = saved.get(placeKey)
    if (lead === undefined) throw new Error(`Lead ${placeKey} was not saved`)
    return lead
  })
}

const newLeadColumns: [name: string, type: string, value: (lead: NewLead) => unknown][] = [
  ['place_key', 'text', ({ placeKey }) => placeKey],
  ['phone', 'bigint', ({ phone }) => phone],
  ['is_first_of_phone', 'boolean', ({ isFirstOfLine }) => isFirstOfLine],
  ['is_free', 'boolean', ({ isFree }) => isFree],
  ['place_stamp', 'bigint', ({ placeStamp }) => placeStamp],
  ['name', 'text', ({ facts }) => facts.businessName],
  ['quality', 'smallint', ({ facts }) => facts.qualityScore],
  ['state', 'text', ({ facts }) => facts.state],
  ['position', 'int', ({ position }) => position],
  ['miles', 'float8', ({ distanceMiles }) => distanceMiles],
]

/** The parameter of the column with this index, after the user, the search, and the time. */
const parameter = (column: number): string => `$${column + 4}`
const [factsOfAll, keysOfOthers, otherKeysOfAll] = [0, 1, 2].map(more => parameter(newLeadColumns.length + more))

/** `ifKnown` says what happens to leads that the user had. */
const savingLeads = ({ work, ifKnown }: { work: string; ifKnown: string }) => `WITH new AS (
    SELECT * FROM ROWS FROM (
      ${newLeadColumns.map(([, type], index) => `unnest(${parameter(index)}::${type}[])`).join(', ')},
      string_to_table(${factsOfAll}, E'\\n')) AS l (${newLeadColumns.map(([name]) => name).join(', ')}, facts)
  ), saved AS (
    INSERT INTO lead (user_id, place_key, phone, is_first_of_phone, is_free, search_id, pulled_at, place_stamp, facts, name,
      quality, state)
    SELECT $1, place_key, phone, is_first_of_phone, is_free, $2::bigint, $3, place_stamp, facts::jsonb, name, quality, state
    FROM new ORDER BY position
    ${ifKnown}
    RETURNING id, place_key, first_facts, site_domain
  ), named AS (
    INSERT INTO lead_name (user_id, place_key, lead_id)
    SELECT $1, other, id
    FROM unnest(${keysOfOthers}::text[], ${otherKeysOfAll}::text[]) AS o (key, other) JOIN saved ON place_key = key
    ON CONFLICT DO NOTHING
  ), listed AS (
    INSERT INTO search_lead (search_id, position, lead_id, distance_miles)
    SELECT $2, position, id, miles FROM saved JOIN new USING (place_key) WHERE $2::bigint IS NOT NULL)
  SELECT id, place_key, first_facts AS "firstFacts", ${siteColumn('site_domain')} AS site, ${work} FROM saved`
// Under the user's lock, nobody else can have saved them. Looking for a conflict costs a twentieth of saving leads.
const saveNew = savingLeads({ work: 'NULL AS work, NULL AS report', ifKnown: '' })
const saveAny = savingLeads({
  work: `${workColumn('saved.id')} AS work, ${reportColumn('saved.id')} AS report`,
  ifKnown: `ON CONFLICT (user_id, place_key) DO UPDATE
      SET ${factAssignments('lead', 'EXCLUDED')},
        place_stamp = EXCLUDED.place_stamp, is_listed = true, do_not_contact = false`,
})

/** Makes returned leads new again, because they are charged again. */
export async function takeBack(
  tx: Queryable,
  { leadIds, free, searchId, now }: { leadIds: number[]; free: number[]; searchId: number | null; now: Date },
): Promise<void> {
  await tx.query('DELETE FROM lead_return WHERE lead_id = ANY ($1::bigint[])', [leadIds])
  await tx.query('DELETE FROM lead_report WHERE lead_id = ANY ($1::bigint[])', [leadIds])
  await tx.query(
    `UPDATE lead SET pulled_at = $3, search_id = $4, is_free = id = ANY ($2::bigint[]) WHERE id = ANY ($1::bigint[])`,
    [leadIds, free, now, searchId],
  )
}
