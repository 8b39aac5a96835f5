import type { LeadReport } from '#contract/leads/lead-report.ts'
import type { LeadWork } from '#contract/leads/lead-status.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { isOlderThan, readValues } from '#server/platform/database/rows.ts'
import type { ChangingFacts, LeadFacts } from './lead-facts.rules.ts'
import { reportColumn } from './lead-report.sql.ts'
import { siteColumn, type StoredSite } from './lead-site.sql.ts'
import { workColumn } from './lead-work.sql.ts'

export type StoredLead = {
  id: number
  /** The catalog's facts as of the user's last refresh. */
  facts: LeadFacts
  /** The facts at the time of the first pull, set once `facts` differ from them. Changes are shown relative to them. */
  firstFacts: ChangingFacts | null
  distanceMiles: number | null
  /** False if the lead's source no longer lists it. */
  isListed: boolean
  /** True if the contacts are hidden, because the business asked for that or the user returned the lead. */
  doNotContact: boolean
  /** Null if the user has not worked on the lead. */
  work: LeadWork | null
  report: LeadReport | null
  site: StoredSite | null
}

/** The columns of a `StoredLead`, except its distance. */
export const storedColumns = `l.id, l.facts, l.first_facts AS "firstFacts", l.is_listed AS "isListed",
  l.do_not_contact AS "doNotContact", ${workColumn('l.id')} AS work,
  ${reportColumn('l.id')} AS report, ${siteColumn('l.site_domain')} AS site`

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

/** Where the leads of a search are, in its order. */
export const placesOfLeads = (
  db: Queryable,
  searchId: number,
): Promise<{ id: number; lat: number; lon: number; quality: number }[]> =>
  db.query(
    `SELECT l.id, (l.facts->>'latitude')::float8 AS lat, (l.facts->>'longitude')::float8 AS lon, l.quality
     FROM search_lead sl JOIN lead l ON l.id = sl.lead_id WHERE sl.search_id = $1 ORDER BY sl.position`,
    [searchId],
  )

export type ListedKey = { placeKey: string; phone: number | null; name: string }

/** The places of the first leads of a search, in its order. */
export const listedKeys = (db: Queryable, searchId: number, limit: number): Promise<ListedKey[]> =>
  db.query(
    `SELECT l.place_key AS "placeKey", l.phone, l.name FROM search_lead sl JOIN lead l ON l.id = sl.lead_id
     WHERE sl.search_id = $1 ORDER BY sl.position LIMIT $2`,
    [searchId, limit],
  )

/** The user's leads before this one, newest first, one for each phone and name. */
export const leadsBefore = (
  db: Queryable,
  { userId, before, limit }: { userId: number; before: number | null; limit: number },
): Promise<StoredLead[]> =>
  db.query(
    `SELECT ${storedColumns}, NULL::float8 AS "distanceMiles" FROM lead l
     WHERE user_id = $1 AND is_first_of_phone AND ${isOlderThan('$2')} ORDER BY id DESC LIMIT $3`,
    [userId, before, limit],
  )

/** The work on leads, by id. Leads without work are missing from the map. */
export async function workOf(db: Queryable, ids: readonly number[]): Promise<Map<number, LeadWork>> {
  const rows = await db.query<{ id: number; work: LeadWork | null }>(
    `SELECT l.id, ${workColumn('l.id')} AS work FROM lead l WHERE l.id = ANY ($1::bigint[])`,
    [ids],
  )
  return new Map(rows.flatMap(({ id, work }) => (work === null ? [] : [[id, work]])))
}

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
): Promise<(StoredLead & { searchId: number | null; pulledAt: Date; exportedAt: Date | null })[]> =>
  db.query(
    `SELECT ${storedColumns}, NULL::float8 AS "distanceMiles", search_id AS "searchId", pulled_at AS "pulledAt", exported_at AS "exportedAt"
     FROM lead l LEFT JOIN lead_export ON lead_id = id
     WHERE user_id = $1 AND id > 0 AND id > $2 ORDER BY id LIMIT $3`,
    [userId, after, limit],
  )

/** The first of these ids that are not leads of the user (and of the search, if given). */
export const findNotOwned = (
  db: Queryable,
  { userId, leadIds, searchId }: { userId: number; leadIds: readonly number[]; searchId: number | null },
): Promise<number[]> =>
  readValues(
    db,
    `SELECT unnest($2::bigint[]) AS id EXCEPT SELECT l.id FROM lead l WHERE l.user_id = $1 AND l.id = ANY($2::bigint[])
       AND ($3::bigint IS NULL OR EXISTS (SELECT FROM search_lead WHERE search_id = $3 AND lead_id = l.id))
     ORDER BY id LIMIT 5`,
    [userId, leadIds, searchId],
  )
