import type { OwnedPlaces } from '#server/catalog/place/places-provider.ts'
import { placeKey } from '#server/catalog/tables/place-key.ts'
import type { Bind } from './statement.ts'

/**
 * SQL: there is such a row. `LIMIT 1` makes it an index lookup for each place. For `EXISTS` or a join, the database may
 * read everything that the user has.
 */
const has = (rows: string): string => `(SELECT true FROM ${rows} LIMIT 1) IS NOT NULL`

/** SQL for a row of `lead_refresh`: the places of the user's own do-not-contact list were looked up in this catalog. */
export const isListResolved = 'own_places IS NOT DISTINCT FROM (SELECT version FROM catalog_version)'

/** SQL: the user has returned the lead. The contacts of returned leads are hidden, so only hidden leads are looked up. */
export const isReturned = (row: string): string =>
  `(${row}.do_not_contact AND EXISTS (SELECT FROM lead_return WHERE lead_return.lead_id = ${row}.id))`

const hasLead = (user: string, condition: string): string =>
  has(`lead o WHERE o.user_id = ${user} AND ${condition} AND NOT ${isReturned('o')}`)
const hasOtherPhone = (user: string, phone: string): string =>
  has(`lead_other_phone n WHERE n.user_id = ${user} AND n.phone = ${phone}
           AND NOT EXISTS (SELECT FROM lead_return WHERE lead_return.lead_id = n.lead_id)`)

/** SQL: the user has a lead with this phone. */
export const isOwnedPhone = (user: string, phone: string): string =>
  `(${hasLead(user, `o.phone = ${phone}`)} OR ${hasOtherPhone(user, phone)})`
/** SQL: the user has a lead with this key. */
export const isOwnedKey = (user: string, key: string): string => hasLead(user, `o.place_key = ${key}`)
/** SQL: the user knows a place with this phone from a file. */
export const isKnownPhone = (user: string, phone: string): string =>
  has(`known_place k WHERE k.user_id = ${user} AND k.phone = ${phone}`)
/** SQL: the user knows the place with this key from a file. */
export const isKnownKey = (user: string, key: string): string =>
  has(`known_place k WHERE k.user_id = ${user} AND k.place_key = ${key}`)

/**
 * SQL: the user neither has the found place m as a lead nor knows it from a file. A lead or known place without a phone is
 * recognized by its row, which may be part of a merged place.
 */
export function notOwned({ userId, except }: OwnedPlaces, bind: Bind): string {
  const user = bind(userId)
  // The database evaluates each of these once per search. If the user has no such rows, it looks up no place.
  const hasAny = (table: string, condition: string): string =>
    has(`${table} u WHERE u.user_id = ${user} AND u.${condition}`)
  const hasLeadsByKey = hasAny('lead', 'phone IS NULL')
  const hasKnownByKey = hasAny('known_place', 'place_key IS NOT NULL')
  const isOther = except === undefined ? '' : `AND m.phone <> ALL (${bind(except.phones)}::bigint[])`
  const isOtherRow = except === undefined ? '' : `AND ${placeKey('r')} <> ALL (${bind(except.placeKeys)}::text[])`
  const hasRow = (condition: string): string =>
    has(`place r WHERE ${condition} ${isOtherRow} AND (
        (${hasLeadsByKey} AND ${hasLead(user, `o.phone IS NULL AND o.place_key = ${placeKey('r')}`)})
        OR (${hasKnownByKey} AND ${isKnownKey(user, placeKey('r'))}))`)
  return `
    AND NOT (m.phone <> 0 ${isOther} AND (
      (${hasAny('lead', 'phone IS NOT NULL')} AND ${hasLead(user, 'o.phone = m.phone')})
      OR (${hasAny('lead_other_phone', 'phone IS NOT NULL')} AND ${hasOtherPhone(user, 'm.phone')})
      OR (${hasAny('known_place', 'phone IS NOT NULL')} AND ${isKnownPhone(user, 'm.phone')})))
    AND NOT ((${hasLeadsByKey} OR ${hasKnownByKey}) AND (${hasRow('r.id = m.id')} OR ${hasRow('r.merged_into = m.id')}))`
}
