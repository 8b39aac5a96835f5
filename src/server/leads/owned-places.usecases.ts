import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { LeftOutPlaces, PlaceCounts, ReturnedPlace } from '#server/catalog/place/places-provider.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { returnMarks } from '#server/catalog/search/places.usecases.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { Deps } from './deps.ts'
import { doNotContactOf } from './do-not-contact.usecases.ts'
import { placeNameOf } from './lead-facts.rules.ts'
import { countOwnedPlaces, returnedKeys } from './owned-places.repository.ts'
import { foundByKey } from './places-by-key.usecases.ts'

export const countOwned = async (
  { db }: Deps,
  { id }: Account,
  { matches }: PlaceCounts,
): Promise<{ owned: number | null; known: number | null }> =>
  matches === null ? { owned: null, known: null } : countOwnedPlaces(db, id, matches)

/** What a search of the user leaves out now. `hasReturns`: whether the user has returned leads, if that is known. */
export const leftOutFor = async (
  deps: Deps,
  account: Pick<Account, 'id'>,
  catalog: CatalogSnapshot,
  { skipOwned, hasReturns }: { skipOwned: boolean; hasReturns?: boolean | undefined },
  doNotContactVersion?: number,
): Promise<LeftOutPlaces> => ({
  without: skipOwned ? { userId: account.id } : undefined,
  returned: hasReturns === false ? undefined : await returnedBy(deps.db, account, catalog),
  doNotContact: await doNotContactOf(deps, account.id, doNotContactVersion),
})

/** The places that the user has returned. Searches leave them out as long as the places have not changed since. */
export async function returnedBy(
  db: Queryable,
  { id }: Pick<Account, 'id'>,
  catalog: CatalogSnapshot,
): Promise<ReturnedPlace[] | undefined> {
  const returned = (await returnedKeys(db, id)).flatMap(({ placeKey, factStamp }) => {
    const name = placeNameOf(placeKey, catalog)
    return name === null ? [] : Object.assign(name, { factStamp })
  })
  return returned.length === 0 ? undefined : returned
}

/** Those of the keys whose places searches leave out, because the user returned them and they have not changed. */
export async function keysReturnedBy(
  db: Queryable,
  userId: number,
  catalog: CatalogSnapshot,
  among: readonly string[],
): Promise<Set<string>> {
  const stamps = new Map(
    (await returnedKeys(db, userId, among)).map(({ placeKey, factStamp }) => [placeKey, factStamp]),
  )
  const marks = await foundByKey(stamps.keys(), catalog, names => returnMarks(db, names))
  return new Set([...marks].flatMap(([key, mark]) => (mark.factStamp === stamps.get(key) ? mark.placeKey : [])))
}
