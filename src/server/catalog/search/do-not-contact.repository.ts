import type { SuppressionKind } from '#contract/places/suppression.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import type { DoNotContactPlaces, NamedPlaces } from '#server/catalog/place/places-provider.ts'
import { placeIdOf } from '#server/catalog/tables/place-key.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { hasContactEntry, hasEntry } from './do-not-contact.sql.ts'
import { isListResolved } from './owned-conditions.sql.ts'
import type { Bind } from './statement.ts'

/** Whether this database, perhaps a replica, has this version of the user's list, with ids of the current catalog. */
export async function hasDoNotContact(db: Queryable, { userId, version, kinds }: DoNotContactPlaces): Promise<boolean> {
  const [row] = await db.queryPrepared<{ version: number; isResolved: boolean }>(
    `SELECT do_not_contact_version AS version, ${isListResolved} AS "isResolved" FROM lead_refresh WHERE user_id = $1`,
    [userId],
  )
  return row !== undefined && row.version >= version && (row.isResolved || !kinds.includes('place'))
}

/** SQL: the found place s is one of these. */
export const isNamed = ({ phones, placeKeys }: NamedPlaces, bind: Bind): string =>
  `s.phone = ANY(${bind(phones)}::bigint[])
      OR s.id IN (SELECT ${placeIdOf('n.key')} FROM unnest(${bind(placeKeys)}::text[]) AS n (key))`

/** SQL: the found place s is not on the user's own list. */
export function outsideDoNotContact({ userId, kinds, except }: DoNotContactPlaces, bind: Bind): string {
  const user = bind(userId)
  const has = (kind: SuppressionKind): boolean => kinds.includes(kind)
  const byContact = (['email', 'domain'] as const).flatMap(kind => (has(kind) ? hasContactEntry[kind](user) : []))
  const tests = [
    ...(has('phone') ? [`s.phone <> 0 AND ${hasEntry(user, 'o.phone = s.phone')}`] : []),
    ...(has('place') ? [hasEntry(user, 'o.place_id = s.id')] : []),
    // The covering index has no emails and domains, so the places themselves are looked up.
    ...(byContact.length === 0
      ? []
      : [
          `s.flags & ${placeFlags.website | placeFlags.email} <> 0
      AND (SELECT true FROM place p WHERE p.id = s.id AND (${byContact.join(' OR ')}) LIMIT 1) IS NOT NULL`,
        ]),
  ]
  const kept = except === undefined ? [] : [isNamed(except, bind)]
  return `
    AND (${[...kept, `NOT (${tests.map(test => `(${test})`).join(' OR ')})`].join(' OR ')})`
}
