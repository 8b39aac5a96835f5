import type { PlacesProvider } from '#server/catalog/place/places-provider.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { catalogProvider } from './catalog-search.repository.ts'

export { catalogVersion, countOffered } from '#server/catalog/tables/catalog.repository.ts'
export { listedPlaces, placeMarks, returnMarks } from './catalog-search.repository.ts'

/** Places by their names, like `PlacesProvider.find`, in the caller's transaction. */
export const placesNamed = (
  tx: Queryable,
  names: Parameters<PlacesProvider['find']>[0],
): ReturnType<PlacesProvider['find']> => catalogProvider(tx).find(names)
