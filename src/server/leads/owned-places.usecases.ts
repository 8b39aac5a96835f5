import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { PlaceCounts, ReturnedPlace } from '#server/catalog/place/places-provider.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { Deps } from './deps.ts'
import { placeNameOf } from './lead-facts.rules.ts'
import { countOwnedPlaces, returnedKeys } from './owned-places.repository.ts'

export const countOwned = async (
  { db }: Deps,
  { id }: Account,
  { matches }: PlaceCounts,
): Promise<{ owned: number | null; known: number | null }> =>
  matches === null ? { owned: null, known: null } : countOwnedPlaces(db, id, matches)

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
