import type { PlaceCounts } from '#server/catalog/place/places-provider.ts'
import { countOwnedStatement, isReturned, isSameLead } from '#server/catalog/search/owned-conditions.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { onlyRow, prepared } from '#server/platform/database/rows.ts'
import type { SavedLead } from './keep-leads.repository.ts'
import { type Line, lineKey } from './lead-facts.rules.ts'
import { reportColumn } from './lead-report.sql.ts'
import { siteColumn } from './lead-site.sql.ts'
import { workColumn } from './lead-work.sql.ts'

export type OwnedLead = SavedLead & {
  phone: number | null
  name: string
  placeStamp: number | null
  /** True if the source still lists the lead, and it is not on the do-not-contact list. */
  isLive: boolean
  /** True if the user has returned the lead. It no longer belongs to the user and is charged again. */
  isReturned: boolean
}

export type OwnedLeads = {
  /** The places that are leads of the user, by key. */
  leads: Map<string, OwnedLead>
  /** The asked lines for which the user has a lead. */
  lines: Set<string>
  /** The asked lines for which the user has only returned leads. */
  returnedLines: Set<string>
  /** Maps keys that a lead's place also had when it was pulled to the lead with its own key. */
  otherNames: Map<string, Pick<OwnedLead, 'phone' | 'name' | 'isReturned'> & { placeKey: string }>
  /** The keys of the leads that the search has already listed. */
  listed: Set<string>
}

type Asked = { userId: number; placeKeys: string[]; lines: Line[]; searchId: number | null }

/**
 * Finds out which of these places and lines the user already has as leads. `searchId` is the search that the next page
 * belongs to, or null for a new search. Each `LATERAL` makes the database use an index lookup. With a join or `EXISTS`,
 * it would read all of the user's leads.
 */
export async function findOwned(tx: Queryable, { userId, placeKeys, lines, searchId }: Asked): Promise<OwnedLeads> {
  const rows = await tx.queryPrepared<OwnedRow>(
    `SELECT 'key' AS by, l.place_key, l.place_key AS of, l.phone, l.name, ${isListed}, l.id, l.place_stamp AS "placeStamp",
       l.is_listed AND NOT l.do_not_contact AS "isLive", l.first_facts AS "firstFacts",
       ${workColumn('l.id')} AS work, ${reportColumn('l.id')} AS report, ${siteColumn('l.site_domain')} AS site,
       ${isReturned('l')} AS "isReturned"
     FROM unnest($2::text[]) AS wanted (place_key),
       LATERAL (SELECT id, place_key, phone, name, place_stamp, is_listed, do_not_contact, first_facts, site_domain FROM lead
         WHERE user_id = $1 AND place_key = wanted.place_key LIMIT 1) l
     UNION ALL
     SELECT 'name', n.place_key, l.place_key, l.phone, l.name, ${isListed}, l.id, NULL, NULL, NULL, NULL, NULL, NULL, ${isReturned('l')}
     FROM unnest($2::text[]) AS wanted (place_key),
       LATERAL (SELECT place_key, lead_id FROM lead_name WHERE user_id = $1 AND place_key = wanted.place_key LIMIT 1) n,
       LATERAL (SELECT id, place_key, phone, name, do_not_contact FROM lead WHERE id = n.lead_id AND place_key <> n.place_key LIMIT 1) l
     UNION ALL
     SELECT 'line', '', '', wanted.phone, wanted.name, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, known."isReturned"
     FROM unnest($3::bigint[], $5::text[]) AS wanted (phone, name),
       LATERAL (SELECT bool_and(${isReturned('o')}) AS "isReturned" FROM (
         SELECT id, place_key, phone, name, do_not_contact FROM lead l WHERE l.user_id = $1 AND l.phone = wanted.phone
         UNION ALL SELECT l.id, l.place_key, l.phone, l.name, l.do_not_contact FROM lead_other_phone n JOIN lead l ON l.id = n.lead_id
           WHERE n.user_id = $1 AND n.phone = wanted.phone) o
         WHERE ${isSameLead('o', 'wanted.name')}) known
     WHERE known."isReturned" IS NOT NULL`,
    [userId, placeKeys, lines.map(({ phone }) => phone), searchId, lines.map(({ name }) => name)],
  )
  const found = (by: string) => rows.filter(row => row.by === by)
  return {
    leads: new Map(
      found('key').map(({ by: _by, of: _of, is_listed: _isListed, place_key: key, ...lead }) => [key, lead]),
    ),
    lines: new Set(found('line').flatMap(row => (row.isReturned ? [] : lineKey(row.phone, row.name)))),
    returnedLines: new Set(found('line').flatMap(row => (row.isReturned ? lineKey(row.phone, row.name) : []))),
    otherNames: new Map(found('name').map(row => [row.place_key, { ...row, placeKey: row.of }])),
    listed: new Set(rows.filter(row => row.is_listed).map(row => row.of)),
  }
}

const isListed = 'EXISTS (SELECT FROM search_lead WHERE search_id = $4 AND lead_id = l.id) AS is_listed'

type OwnedRow = OwnedLead & { by: 'key' | 'name' | 'line'; place_key: string; of: string; is_listed: boolean }

/** The number of matching places that the user has as leads, and of the others that the user knows from a file. */
export function countOwnedPlaces(
  db: Queryable,
  userId: number,
  matches: NonNullable<PlaceCounts['matches']>,
): Promise<{ owned: number; known: number }> {
  const { text, values } = countOwnedStatement(userId, matches)
  return onlyRow(prepared(db), text, values)
}

export type ReturnedKey = { placeKey: string; factStamp: number }

/** The places of leads that the user has returned, of these keys or of all, as they were at that time. */
export const returnedKeys = (db: Queryable, userId: number, among?: readonly string[]): Promise<ReturnedKey[]> =>
  db.queryPrepared(
    `SELECT l.place_key AS "placeKey", r.fact_stamp AS "factStamp" FROM lead_return r JOIN lead l ON l.id = r.lead_id
     WHERE r.user_id = $1 AND r.fact_stamp IS NOT NULL ${among === undefined ? '' : 'AND l.place_key = ANY ($2)'}
     ORDER BY r.lead_id`,
    among === undefined ? [userId] : [userId, among],
  )
