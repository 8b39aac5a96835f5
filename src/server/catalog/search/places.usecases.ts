import type { ListedPlace, PlaceMark, PlaceName, PlacesProvider } from '#server/catalog/place/places-provider.ts'
import { countOfferedPlaces, readCatalogVersion } from '#server/catalog/tables/catalog.repository.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import {
  catalogProvider,
  findListed,
  findPlaceMarks,
  findReturnMarks,
  type ReturnMark,
} from './catalog-search.repository.ts'

/** Places by their names, like `PlacesProvider.find`, in the caller's transaction. */
export const placesNamed = (
  tx: Queryable,
  names: Parameters<PlacesProvider['find']>[0],
): ReturnType<PlacesProvider['find']> => catalogProvider(tx).find(names)

/** The same, with what a search says about each place. */
export const listedPlaces = (tx: Queryable, names: readonly PlaceName[]): Promise<Map<string, ListedPlace>> =>
  findListed(tx, names)

/** Marks that show which of these places have changed, in the caller's transaction. */
export const placeMarks = (tx: Queryable, names: readonly PlaceName[]): Promise<Map<string, PlaceMark>> =>
  findPlaceMarks(tx, names)

/** The marks by which returns of these places are remembered, in the caller's transaction. */
export const returnMarks = (tx: Queryable, names: readonly PlaceName[]): Promise<Map<string, ReturnMark>> =>
  findReturnMarks(tx, names)

/** The catalog's version in the caller's transaction. */
export const catalogVersion = (tx: Queryable): Promise<number> => readCatalogVersion(tx)

/** The number of places of these datasets that searches can find. */
export const countOffered = (db: Queryable, datasetIds: readonly number[]): Promise<number> =>
  countOfferedPlaces(db, [...new Set(datasetIds)])
