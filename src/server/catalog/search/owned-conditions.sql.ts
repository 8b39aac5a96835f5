import type { OwnedPlaces } from '#server/catalog/place/places-provider.ts'
import { placeIdOf, placeKey } from '#server/catalog/tables/place-key.sql.ts'
import { isPublished } from '#server/catalog/tables/published.sql.ts'
import { type Bind, statementOf } from './statement.ts'

/** SQL: there is such a row. `LIMIT 1` makes it an index lookup; `EXISTS` or a join may read all rows of the user. */
const has = (rows: string): string => `(SELECT true FROM ${rows} LIMIT 1) IS NOT NULL`

/** SQL for a row of `lead_refresh`: the places of the user's own do-not-contact list were looked up in this catalog. */
export const isListResolved = 'own_places IS NOT DISTINCT FROM (SELECT version FROM catalog_version)'

/** SQL: the user has returned the lead. The contacts of returned leads are hidden, so only hidden leads are looked up. */
export const isReturned = (row: string): string =>
  `(${row}.do_not_contact AND EXISTS (SELECT FROM lead_return WHERE lead_return.lead_id = ${row}.id))`

/** SQL: the catalog no longer has the place of the lead, and no other place with its phone and name. */
export const isGone = (lead: string): string =>
  `(${placeIdOf(`${lead}.place_key`)} IS NULL AND NOT EXISTS (SELECT FROM place t
      WHERE t.phone = ${lead}.phone AND lower(t.name) = lower(${lead}.name) AND ${isPublished('t.id')}))`

/**
 * SQL: a lead is the place with its phone and this name. Several businesses may share a phone, with other names. If the
 * place of the lead is gone, the phone is enough, because the business may have a new name.
 */
export const isSameLead = (lead: string, name: string): string =>
  `(lower(${lead}.name) = lower(${name}) OR ${isGone(lead)})`

/** SQL conditions on a found place m, which has an id and a phone (0 if it has none), for what the user has. */
function ownedConditions({ userId, except }: OwnedPlaces, bind: Bind): { isLead: string; isKnown: string } {
  const user = bind(userId)
  // The database evaluates each of these once per search. If the user has no such rows, it looks up no place.
  const hasAny = (table: string, condition: string): string =>
    has(`${table} u WHERE u.user_id = ${user} AND u.${condition}`)
  const hasPhone =
    except === undefined ? 'm.phone <> 0' : `m.phone <> 0 AND m.phone <> ALL (${bind(except.phones)}::bigint[])`
  const isOtherRow = except === undefined ? '' : `AND ${placeKey('r')} <> ALL (${bind(except.placeKeys)}::text[])`
  const hasRow = (condition: string): string =>
    ['r.id', 'r.merged_into'].map(id => has(`place r WHERE ${id} = m.id ${isOtherRow} AND ${condition}`)).join(' OR ')
  const hasLead = (condition: string): string =>
    has(`lead o WHERE o.user_id = ${user} AND ${condition} AND NOT ${isReturned('o')}`)
  const named = isSameLead('o', '(SELECT n.name FROM place n WHERE n.id = m.id)')
  const hasOtherPhone = has(`lead_other_phone n JOIN lead o ON o.id = n.lead_id
    WHERE n.user_id = ${user} AND n.phone = m.phone AND ${named} AND NOT ${isReturned('o')}`)
  const hasKnown = (condition: string): string => has(`known_place k WHERE k.user_id = ${user} AND ${condition}`)
  return {
    isLead: `(${hasPhone} AND (
        (${hasAny('lead', 'phone IS NOT NULL')} AND ${hasLead(`o.phone = m.phone AND ${named}`)})
        OR (${hasAny('lead_other_phone', 'phone IS NOT NULL')} AND ${hasOtherPhone}))
      OR (${hasAny('lead', 'phone IS NULL')}
        AND (${hasRow(hasLead(`o.phone IS NULL AND o.place_key = ${placeKey('r')}`))})))`,
    isKnown: `((${hasPhone} AND ${hasAny('known_place', 'phone IS NOT NULL')} AND ${hasKnown('k.phone = m.phone')})
      OR (${hasAny('known_place', 'place_key IS NOT NULL')} AND (${hasRow(hasKnown(`k.place_key = ${placeKey('r')}`))})))`,
  }
}

/**
 * SQL: the user neither has the found place m as a lead nor knows it from a file. A lead or known place without a phone is
 * recognized by its row, which may be part of a merged place.
 */
export function notOwned(owned: OwnedPlaces, bind: Bind): string {
  const { isLead, isKnown } = ownedConditions(owned, bind)
  return `
    AND NOT ${isLead} AND NOT ${isKnown}`
}

/** Counts the places that the user has as leads, and the others that the user knows from a file. */
export const countOwnedStatement = (userId: number, matches: readonly (readonly [id: number, phone: number])[]) =>
  statementOf(bind => {
    const { isLead, isKnown } = ownedConditions({ userId }, bind)
    return `
    SELECT count(*) FILTER (WHERE is_lead)::int AS owned, count(*) FILTER (WHERE is_known AND NOT is_lead)::int AS known
    FROM (SELECT ${isLead} AS is_lead, ${isKnown} AS is_known
      FROM unnest(${bind(matches.map(([id]) => id))}::bigint[], ${bind(matches.map(([, phone]) => phone))}::bigint[])
        AS m (id, phone)) compared`
  })
