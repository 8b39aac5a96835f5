import type { PlaceName } from '#server/catalog/place/places-provider.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { placeNameOf } from './lead-facts.rules.ts'

/** What `find` finds about places, by key. Without the places that the catalog no longer has. */
export async function foundByKey<Found>(
  placeKeys: Iterable<string>,
  catalog: CatalogSnapshot,
  find: (names: PlaceName[]) => Promise<ReadonlyMap<string, Found>>,
): Promise<Map<string, Found>> {
  const named = [...new Set(placeKeys)].flatMap(key => {
    const name = placeNameOf(key, catalog)
    return name === null ? [] : [{ key, name }]
  })
  if (named.length === 0) return new Map()
  const found = await find(named.map(({ name }) => name))
  return new Map(
    named.flatMap(({ key, name: { datasetId, sourceId } }) => {
      const one = found.get(`${datasetId}:${sourceId}`)
      return one === undefined ? [] : [[key, one] as const]
    }),
  )
}
