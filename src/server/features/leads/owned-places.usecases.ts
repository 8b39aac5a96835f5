import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { PlaceCounts, ReturnedPlace } from '#server/catalog/place/places-provider.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import type { Deps } from '#server/features/deps.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { keysNamed, placeNameOf } from './lead-facts.rules.ts'
import { countKnownPlaces, countOwnedPlaces, returnedKeys } from './owned-places.repository.ts'

/**
 * Counts the places that are leads of the user, and the other places that the user knows from a file. Null if there
 * were too many places to identify.
 */
export async function countOwned(
  { db }: Deps,
  { id: userId }: Account,
  { counts, catalog }: { counts: PlaceCounts; catalog: CatalogSnapshot },
): Promise<{ owned: number | null; known: number | null }> {
  const { phones, withoutPhone } = counts
  if (phones === null) return { owned: null, known: null }
  const places = { phones, placeKeys: keysNamed(withoutPhone, catalog) }
  const [owned, known] = await Promise.all([countOwnedPlaces(db, userId, places), countKnownPlaces(db, userId, places)])
  return { owned, known }
}

/** The places that the user has returned. Searches leave them out as long as the places have not changed since. */
export async function returnedBy(
  db: Queryable,
  { id }: Account,
  catalog: CatalogSnapshot,
): Promise<ReturnedPlace[] | undefined> {
  const returned = (await returnedKeys(db, id)).flatMap(({ placeKey, factStamp }) => {
    const name = placeNameOf(placeKey, catalog)
    return name === null ? [] : Object.assign(name, { factStamp })
  })
  return returned.length === 0 ? undefined : returned
}
