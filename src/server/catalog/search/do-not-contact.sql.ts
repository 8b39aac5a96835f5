import type { SuppressionKind } from '#contract/places/suppression.ts'
import { hostsOf } from '#server/catalog/suppression/suppression.repository.ts'
import { placeKey } from '#server/catalog/tables/place-key.sql.ts'

const emailHost = `split_part(p.email, '@', 2)`
// Few hosts have more than two labels, and the patterns are slow.
const parentHosts = hostsOf('p.email').map(host => `CASE WHEN ${emailHost} LIKE '%.%.%' THEN ${host} END`)

/**
 * SQL: the user has an entry that meets the condition. Each subquery with `LIMIT 1` is an index lookup. For a join, the
 * database may read the whole list.
 */
export const hasEntry = (user: string, condition: string): string =>
  `(SELECT true FROM do_not_contact_entry o WHERE o.user_id = ${user} AND ${condition} LIMIT 1) IS NOT NULL`
const ofKind = (user: string, kind: SuppressionKind, names: string[]): string =>
  hasEntry(user, `o.kind = '${kind}' AND o.value = ANY(ARRAY[${names.join(', ')}]::text[])`)

/** SQL: the user has an entry for the email of the place p, or for a domain of it. */
export const hasContactEntry = {
  email: (user: string): string => ofKind(user, 'email', ['p.email']),
  domain: (user: string): string => ofKind(user, 'domain', ['p.domain', emailHost, ...parentHosts]),
}

/** SQL: the place p, or a place with this key if the catalog has none, is on the user's own list. */
export const isOnOwnList = (user: string, key: string): string =>
  `(${[
    hasEntry(user, 'o.phone = p.phone'),
    hasContactEntry.email(user),
    hasContactEntry.domain(user),
    ofKind(user, 'place', [key, placeKey('p')]),
  ].join(' OR ')})`
