import {
  isKnownKey,
  isKnownPhone,
  isOwnedKey,
  isOwnedPhone,
  isReturned,
} from '#server/catalog/search/owned-conditions.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { SavedLead } from './keep-leads.repository.ts'
import { reportColumn } from './lead-report.rules.ts'
import { workColumn } from './lead-work.rules.ts'

/** A lead that the user already has. */
export type OwnedLead = SavedLead & {
  phone: number | null
  placeStamp: number | null
  /** True if the source still lists the lead, and it is not on the do-not-contact list. */
  isLive: boolean
  /** True if the user has returned the lead. It no longer belongs to the user and is charged again. */
  isReturned: boolean
}

export type OwnedLeads = {
  /** The places that are leads of the user, by key. */
  leads: Map<string, OwnedLead>
  /** The phones for which the user has a lead. */
  phones: Set<number>
  /** The phones for which the user has only returned leads. */
  returnedPhones: Set<number>
  /** Maps keys that a lead's place also had when it was pulled to the lead's own key and phone. */
  otherNames: Map<string, { placeKey: string; phone: number | null; isReturned: boolean }>
  /** The keys of the leads that the search has already listed. */
  listed: Set<string>
}

/**
 * Finds out which of these places and phones the user already has as leads. `searchId` is the search that the next page
 * belongs to, or null for a new search. Each `LATERAL` makes the database use an index lookup. With a join or `EXISTS`,
 * it would read all of the user's leads.
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
     SELECT 'phone', '', '', wanted.phone, false, NULL, NULL, NULL, NULL, NULL, NULL, known."isReturned"
     FROM unnest($3::bigint[]) AS wanted (phone),
       LATERAL (SELECT bool_and("isReturned") AS "isReturned" FROM (
         SELECT ${isReturned('o')} AS "isReturned" FROM lead o WHERE o.user_id = $1 AND o.phone = wanted.phone
         UNION ALL SELECT false FROM lead_other_phone n WHERE n.user_id = $1 AND n.phone = wanted.phone
           AND NOT EXISTS (SELECT FROM lead_return WHERE lead_id = n.lead_id)) one) known
     WHERE known."isReturned" IS NOT NULL`,
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

type OwnedRow = OwnedLead & { by: 'key' | 'name' | 'phone'; place_key: string; of: string; is_listed: boolean }

type Counted = { phones: number[]; placeKeys: string[] }

/** SQL conditions that are true if the user ($1) has a phone, or a key of a place. */
const [ownedPhone, ownedKey] = [isOwnedPhone('$1', 'wanted.phone'), isOwnedKey('$1', 'wanted.place_key')]

/** The number of these phones and place keys that the user has as leads. */
export const countOwnedPlaces = (db: Queryable, userId: number, places: Counted): Promise<number> =>
  countWhere(db, userId, { places, phone: ownedPhone, key: ownedKey })

/** The number of these phones and place keys that the user knows from a file and does not have as leads. */
export const countKnownPlaces = (db: Queryable, userId: number, places: Counted): Promise<number> =>
  countWhere(db, userId, {
    places,
    phone: `${isKnownPhone('$1', 'wanted.phone')} AND NOT ${ownedPhone}`,
    key: `${isKnownKey('$1', 'wanted.place_key')} AND NOT (${ownedKey})`,
  })

async function countWhere(
  db: Queryable,
  userId: number,
  { places, phone, key }: { places: Counted; phone: string; key: string },
): Promise<number> {
  const [row] = await db.queryPrepared<{ count: number }>(
    `SELECT ((SELECT count(*) FROM unnest($2::bigint[]) AS wanted (phone) WHERE ${phone})
       + (SELECT count(*) FROM unnest($3::text[]) AS wanted (place_key) WHERE ${key}))::int AS count`,
    [userId, places.phones, places.placeKeys],
  )
  return row?.count ?? 0
}

export type ReturnedKey = { placeKey: string; factStamp: number }

/** The places of leads that the user has returned, as they were at that time. */
export const returnedKeys = (db: Queryable, userId: number): Promise<ReturnedKey[]> =>
  db.queryPrepared(
    `SELECT l.place_key AS "placeKey", r.fact_stamp AS "factStamp" FROM lead_return r JOIN lead l ON l.id = r.lead_id
     WHERE r.user_id = $1 AND r.fact_stamp IS NOT NULL ORDER BY r.lead_id`,
    [userId],
  )
