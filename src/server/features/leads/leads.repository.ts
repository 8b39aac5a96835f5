import type { LeadReport } from '#contract/lead-report.ts'
import type { LeadWork } from '#contract/lead-status.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { type ChangingFacts, changing, type LeadFacts } from './lead-facts.rules.ts'
import { isReturned, reportColumn } from './lead-report.rules.ts'
import { workColumn } from './lead-work.rules.ts'

export type NewLead = {
  placeKey: string
  /** Other keys of the place. */
  otherKeys: string[]
  phone: number | null
  /** From other rows of the place. */
  otherPhones: number[]
  isFirstOfPhone: boolean
  /** The user does not pay for it. */
  isFree: boolean
  facts: LeadFacts
  /** The stamp of the place when its facts were read. */
  placeStamp: number
  /** Its position in the search, from 0. */
  position: number
  distanceMiles: number | null
}
export type StoredLead = {
  id: number
  /** The catalog's facts as of the user's last refresh. */
  facts: LeadFacts
  /** The facts when the lead was first pulled, once `facts` differ. Changes are shown relative to them. */
  firstFacts: ChangingFacts | null
  distanceMiles: number | null
  /** False if its source no longer lists it. */
  isListed: boolean
  /** Its contacts are hidden: the business asked for that, or the user returned the lead. */
  doNotContact: boolean
  /** Null: the user has not worked on it. */
  work: LeadWork | null
  report: LeadReport | null
}

/** The columns of a `StoredLead`, except its distance. */
export const storedColumns = `l.id, l.facts, l.first_facts AS "firstFacts", l.is_listed AS "isListed",
  l.do_not_contact AS "doNotContact", ${workColumn('l.id')} AS work,
  ${reportColumn('l.id')} AS report`

/** A lead that the user already has. */
export type OwnedLead = SavedLead & {
  phone: number | null
  placeStamp: number | null
  /** Listed by its source, and not on the do-not-contact list. */
  isLive: boolean
  /** It is not the user's anymore, and is charged again. */
  isReturned: boolean
}

export type OwnedLeads = {
  /** Those of these places that are leads of the user. */
  leads: Map<string, OwnedLead>
  /** Which of these phones have a lead. */
  phones: Set<number>
  /** Which of them only returned leads have. */
  returnedPhones: Set<number>
  /** For keys that were other keys of a lead's place when it was pulled: the lead's own key and phone. */
  otherNames: Map<string, { placeKey: string; phone: number | null; isReturned: boolean }>
  /** The keys of those leads that the search has already listed. */
  listed: Set<string>
}

/**
 * Finds which of these places and phones the user already has as leads. `searchId`: the search whose next page this is;
 * null for a new search. Each `LIMIT 1` keeps an index lookup: as a join, the plan reads all of a user's leads.
 */
export async function findOwned(
  tx: Queryable,
  {
    userId,
    placeKeys,
    phones,
    searchId,
  }: { userId: number; placeKeys: string[]; phones: number[]; searchId: number | null },
): Promise<OwnedLeads> {
  const rows = await tx.queryPrepared<OwnedRow>(
    `SELECT 'key' AS by, l.place_key, l.place_key AS of, l.phone, ${isListed}, l.id, l.place_stamp AS "placeStamp",
       l.is_listed AND NOT l.do_not_contact AS "isLive", l.first_facts AS "firstFacts",
       ${workColumn('l.id')} AS work, ${reportColumn('l.id')} AS report, ${isReturned('l')} AS "isReturned"
     FROM unnest($2::text[]) AS wanted (place_key),
       LATERAL (SELECT id, place_key, phone, place_stamp, is_listed, do_not_contact, first_facts FROM lead
         WHERE user_id = $1 AND place_key = wanted.place_key LIMIT 1) l
     UNION ALL
     SELECT 'name', n.place_key, l.place_key, l.phone, ${isListed}, l.id, NULL, NULL, NULL, NULL, NULL, ${isReturned('l')}
     FROM unnest($2::text[]) AS wanted (place_key),
       LATERAL (SELECT place_key, lead_id FROM lead_name WHERE user_id = $1 AND place_key = wanted.place_key LIMIT 1) n,
       LATERAL (SELECT id, place_key, phone, do_not_contact FROM lead WHERE id = n.lead_id AND place_key <> n.place_key LIMIT 1) l
     UNION ALL
     SELECT 'phone', '', '', phone, false, NULL, NULL, NULL, NULL, NULL, NULL, NOT ${isOwnedPhone}
     FROM unnest($3::bigint[]) AS wanted (phone)
     WHERE EXISTS (SELECT FROM lead o WHERE o.user_id = $1 AND o.phone = wanted.phone) OR ${isOwnedPhone}`,
    [userId, placeKeys, phones, searchId],
  )
  const found = (by: string) => rows.filter(row => row.by === by)
  return {
    leads: new Map(
      found('key').map(({ by: _by, of: _of, is_listed: _isListed, place_key: key, ...lead }) => [key, lead]),
    ),
    phones: new Set(found('phone').flatMap(row => (row.isReturned ? [] : (row.phone ?? [])))),
    returnedPhones: new Set(found('phone').flatMap(row => (row.isReturned ? (row.phone ?? []) : []))),
    otherNames: new Map(
      found('name').map(row => [row.place_key, { placeKey: row.of, phone: row.phone, isReturned: row.isReturned }]),
    ),
    listed: new Set(rows.filter(row => row.is_listed).map(row => row.of)),
  }
}
const isListed = 'EXISTS (SELECT FROM search_lead WHERE search_id = $4 AND lead_id = l.id) AS is_listed'
/** SQL: the user ($1) has a lead with the phone `wanted.phone`. */
const isOwnedPhone = `(EXISTS (SELECT FROM lead o WHERE o.user_id = $1 AND o.phone = wanted.phone AND NOT ${isReturned('o')})
         OR EXISTS (SELECT FROM lead_other_phone n WHERE n.user_id = $1 AND n.phone = wanted.phone
           AND NOT EXISTS (SELECT FROM lead_return WHERE lead_id = n.lead_id)))`
type OwnedRow = OwnedLead & { by: 'key' | 'name' | 'phone'; place_key: string; of: string; is_listed: boolean }

/** Gives leads the new keys of their places, after the rows that they were pulled from are gone. */
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

/** Stores new phones of leads. Which lead is listed for each phone is decided afterwards. */
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

/** SQL for the facts whose changes a lead shows. */
const changingFacts = (facts: string) =>
  `jsonb_build_object(${changing.map(fact => `'${fact}', ${facts}->'${fact}'`).join(', ')})`

/** The columns of a lead that store its facts, with their SQL. Lists filter and sort by the copied ones. */
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

export type SavedLead = Pick<StoredLead, 'id' | 'firstFacts' | 'work' | 'report'>

/** A lead of the user whose place has not changed, at its position in a search. */
export type ListedLead = { id: number; position: number; distanceMiles: number | null }

/** Lists leads of the user under a search, without writing them again. */
export async function listLeads(tx: Queryable, searchId: number, leads: readonly ListedLead[]): Promise<void> {
  if (leads.length === 0) return
  await tx.queryPrepared(
    `INSERT INTO search_lead (search_id, position, lead_id, distance_miles)
     SELECT $1, position, id, miles FROM unnest($2::int[], $3::bigint[], $4::float8[]) AS l (position, id, miles)
     ON CONFLICT DO NOTHING`,
    [
      searchId,
      leads.map(({ position }) => position),
      leads.map(({ id }) => id),
      leads.map(({ distanceMiles }) => distanceMiles),
    ],
  )
}

/**
 * Saves leads, or refreshes the facts of existing ones, and lists them under a search. Saving a page again changes
 * nothing. Returns them in the order of `leads`.
 */
export async function saveLeads(
  tx: Queryable,
  { userId, searchId, leads, now }: { userId: number; searchId: number; leads: NewLead[]; now: Date },
): Promise<SavedLead[]> {
  if (leads.length === 0) return []
  const rows = await tx.queryPrepared<SavedLead & { place_key: string }>(
    `WITH new AS (
       SELECT * FROM jsonb_to_recordset($4::jsonb) AS l ("placeKey" text, "otherKeys" text[], phone bigint,
         "isFirstOfPhone" boolean, "isFree" boolean, facts jsonb, "placeStamp" bigint, position int, "distanceMiles" float8)
     ), saved AS (
       INSERT INTO lead (user_id, place_key, phone, is_first_of_phone, is_free, search_id, pulled_at, place_stamp,
         ${Object.keys(factColumns('facts')).join(', ')})
       SELECT $1, "placeKey", phone, "isFirstOfPhone", "isFree", $2, $3, "placeStamp",
         ${Object.values(factColumns('facts')).join(', ')}
       FROM new ORDER BY position
       ON CONFLICT (user_id, place_key) DO UPDATE
         SET ${factAssignments('lead', 'EXCLUDED')},
           place_stamp = EXCLUDED.place_stamp, is_listed = true, do_not_contact = false
       RETURNING id, place_key, first_facts
     ), named AS (
       INSERT INTO lead_name (user_id, place_key, lead_id)
       SELECT $1, other, id FROM saved JOIN new ON "placeKey" = place_key, unnest("otherKeys") AS other
       ON CONFLICT DO NOTHING
     ), listed AS (
       INSERT INTO search_lead (search_id, position, lead_id, distance_miles)
       SELECT $2, position, id, "distanceMiles" FROM saved JOIN new ON "placeKey" = place_key
       ON CONFLICT DO NOTHING)
     SELECT id, place_key, first_facts AS "firstFacts", ${workColumn('saved.id')} AS work,
       ${reportColumn('saved.id')} AS report FROM saved`,
    [userId, searchId, now, JSON.stringify(leads)],
  )
  const saved = new Map(rows.map(({ place_key: placeKey, ...row }) => [placeKey, row]))
  return leads.map(({ placeKey }) => {
    const lead = saved.get(placeKey)
    if (lead === undefined) throw new Error(`Lead ${placeKey} was not saved`)
    return lead
  })
}

/** The leads of a search from this position on, with their positions. */
export const leadsFrom = (
  db: Queryable,
  { searchId, position, limit }: { searchId: number; position: number; limit: number },
): Promise<(StoredLead & { position: number })[]> =>
  db.query(
    `SELECT ${storedColumns}, sl.distance_miles AS "distanceMiles", sl.position
     FROM search_lead sl JOIN lead l ON l.id = sl.lead_id
     WHERE sl.search_id = $1 AND sl.position >= $2 ORDER BY sl.position LIMIT $3`,
    [searchId, position, limit],
  )

export type ListedKey = { placeKey: string; phone: number | null }

/** The places of the first leads of a search, in its order. */
export const listedKeys = (db: Queryable, searchId: number, limit: number): Promise<ListedKey[]> =>
  db.query(
    `SELECT l.place_key AS "placeKey", l.phone FROM search_lead sl JOIN lead l ON l.id = sl.lead_id
     WHERE sl.search_id = $1 ORDER BY sl.position LIMIT $2`,
    [searchId, limit],
  )

/** The user's leads before this one, newest first; one per phone. */
export const leadsBefore = (
  db: Queryable,
  { userId, before, limit }: { userId: number; before: number | null; limit: number },
): Promise<StoredLead[]> =>
  db.query(
    `SELECT ${storedColumns}, NULL::float8 AS "distanceMiles" FROM lead l
     WHERE user_id = $1 AND is_first_of_phone AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [userId, before, limit],
  )

/** The user's leads with these ids. */
export const leadsOfIds = (
  db: Queryable,
  { userId, ids }: { userId: number; ids: readonly number[] },
): Promise<StoredLead[]> =>
  db.query(
    `SELECT ${storedColumns}, NULL::float8 AS "distanceMiles" FROM lead l
     WHERE user_id = $1 AND id = ANY($2::bigint[])`,
    [userId, ids],
  )

/** Leads after this id, including those that share a phone. */
export const leadsAfter = (
  db: Queryable,
  { userId, after, limit }: { userId: number; after: number; limit: number },
): Promise<(StoredLead & { searchId: number; pulledAt: Date; exportedAt: Date | null })[]> =>
  db.query(
    `SELECT ${storedColumns}, NULL::float8 AS "distanceMiles", search_id AS "searchId", pulled_at AS "pulledAt", exported_at AS "exportedAt"
     FROM lead l LEFT JOIN lead_export ON lead_id = id WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [userId, after, limit],
  )

/** The number of these phones and of these keys of places that the user has as leads. */
export async function countOwnedPlaces(
  db: Queryable,
  userId: number,
  { phones, placeKeys }: { phones: number[]; placeKeys: string[] },
): Promise<number> {
  const [row] = await db.queryPrepared<{ count: number }>(
    `SELECT ((SELECT count(*) FROM unnest($2::bigint[]) AS wanted (phone)
         WHERE ${isOwnedPhone})
       + (SELECT count(*) FROM unnest($3::text[]) AS wanted (place_key)
         WHERE EXISTS (SELECT FROM lead o WHERE o.user_id = $1 AND o.place_key = wanted.place_key
           AND NOT ${isReturned('o')})))::int AS count`,
    [userId, phones, placeKeys],
  )
  return row?.count ?? 0
}

/** The same for places that the user knows from a file, and does not have as leads. */
export async function countKnownPlaces(
  db: Queryable,
  userId: number,
  { phones, placeKeys }: { phones: number[]; placeKeys: string[] },
): Promise<number> {
  const [row] = await db.queryPrepared<{ count: number }>(
    `SELECT ((SELECT count(*) FROM unnest($2::bigint[]) AS wanted (phone)
         WHERE EXISTS (SELECT FROM known_place k WHERE k.user_id = $1 AND k.phone = wanted.phone) AND NOT ${isOwnedPhone})
       + (SELECT count(*) FROM unnest($3::text[]) AS wanted (place_key)
         WHERE EXISTS (SELECT FROM known_place k WHERE k.user_id = $1 AND k.place_key = wanted.place_key)
           AND NOT EXISTS (SELECT FROM lead o WHERE o.user_id = $1 AND o.place_key = wanted.place_key
             AND NOT ${isReturned('o')})))::int AS count`,
    [userId, phones, placeKeys],
  )
  return row?.count ?? 0
}

/** The phones of all places that the user knows from files, and the keys of those without a phone. */
export async function knownPlaces(db: Queryable, userId: number): Promise<{ phones: number[]; placeKeys: string[] }> {
  const [row] = await db.queryPrepared<{ phones: number[]; placeKeys: string[] }>(
    `SELECT (SELECT coalesce(jsonb_agg(DISTINCT phone), '[]') FROM known_place WHERE user_id = $1 AND phone IS NOT NULL) AS phones,
       (SELECT coalesce(jsonb_agg(DISTINCT place_key), '[]') FROM known_place WHERE user_id = $1 AND place_key IS NOT NULL) AS "placeKeys"`,
    [userId],
  )
  return row ?? { phones: [], placeKeys: [] }
}

/** SQL: phones that only returned leads of the user ($1) have. */
const returnedPhones = `ARRAY(SELECT phone FROM (
    SELECT l.phone FROM lead_return r JOIN lead l ON l.id = r.lead_id WHERE r.user_id = $1 AND l.phone IS NOT NULL
    UNION SELECT n.phone FROM lead_return r JOIN lead_other_phone n ON n.lead_id = r.lead_id WHERE r.user_id = $1) wanted
  WHERE NOT ${isOwnedPhone})`

/** The phones of all leads of the user, and the keys of those without a phone. */
export async function ownedPlaces(db: Queryable, userId: number): Promise<{ phones: number[]; placeKeys: string[] }> {
  const [row] = await db.queryPrepared<{ phones: number[]; placeKeys: string[] }>(
    `SELECT (SELECT coalesce(jsonb_agg(phone), '[]') FROM (
         SELECT phone FROM lead WHERE user_id = $1 AND phone IS NOT NULL
         UNION SELECT phone FROM lead_other_phone WHERE user_id = $1) owned
         WHERE phone <> ALL (${returnedPhones})) AS phones,
       (SELECT coalesce(jsonb_agg(place_key), '[]') FROM lead o WHERE user_id = $1 AND phone IS NULL
         AND NOT ${isReturned('o')}) AS "placeKeys"`,
    [userId],
  )
  return row ?? { phones: [], placeKeys: [] }
}

/** The number of these ids that are leads of the user (and of the search, if given). */
export async function countOwned(
  db: Queryable,
  { userId, leadIds, searchId }: { userId: number; leadIds: number[]; searchId: number | null },
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    searchId === null
      ? 'SELECT count(*)::int AS count FROM lead WHERE user_id = $1 AND id = ANY($2::bigint[])'
      : `SELECT count(*)::int AS count FROM search_lead sl JOIN lead l ON l.id = sl.lead_id
         WHERE l.user_id = $1 AND l.id = ANY($2::bigint[]) AND sl.search_id = $3`,
    searchId === null ? [userId, leadIds] : [userId, leadIds, searchId],
  )
  return row?.count ?? 0
}

/** A returned lead that is charged again is a new one. */
export async function takeBack(
  tx: Queryable,
  { leadIds, free, searchId, now }: { leadIds: number[]; free: number[]; searchId: number; now: Date },
): Promise<void> {
  await tx.query('DELETE FROM lead_return WHERE lead_id = ANY ($1::bigint[])', [leadIds])
  await tx.query('DELETE FROM lead_report WHERE lead_id = ANY ($1::bigint[])', [leadIds])
  await tx.query(
    `UPDATE lead SET pulled_at = $3, search_id = $4, is_free = id = ANY ($2::bigint[]) WHERE id = ANY ($1::bigint[])`,
    [leadIds, free, now, searchId],
  )
}

export type ReturnedKey = { placeKey: string; factStamp: number }

/** Places of leads that the user has returned, as they were then. */
export const returnedKeys = (db: Queryable, userId: number): Promise<ReturnedKey[]> =>
  db.queryPrepared(
    `SELECT l.place_key AS "placeKey", r.fact_stamp AS "factStamp" FROM lead_return r JOIN lead l ON l.id = r.lead_id
     WHERE r.user_id = $1 AND r.fact_stamp IS NOT NULL ORDER BY r.lead_id`,
    [userId],
  )
