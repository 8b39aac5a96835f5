import { expect, test } from 'vitest'
import { loadGazetteer, usBorders } from '#geography/index.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import { readOsmObject } from '#server/catalog/readers/osm-row.ts'
import type { RawPlace } from '#server/catalog/readers/raw-place.ts'
import { normalizedRows } from './row-stream.ts'

const cafeAt = (id: number, lat: number, lon: number, tags: object) =>
  readOsmObject({ type: 'node', id, lat, lon, tags: { name: 'Cafe', amenity: 'cafe', ...tags } }, id)

const placesOf = async (raws: RawPlace[]): Promise<CatalogPlace[]> => {
  const batches = (async function* () {
    yield raws
  })()
  const context = {
    gazetteer: await loadGazetteer(),
    borders: usBorders,
    source: 'osm' as const,
    asOf: '2026-04-15',
    license: 'ODbL-1.0',
  }
  const found = await Array.fromAsync(normalizedRows({ file: 'osm.json', rowCount: null, batches }, context))
  return found.flatMap(({ places }) => places)
}

test('a place without a state gets that of its coordinates, and a stated one stays', async () => {
  const places = await placesOf([
    cafeAt(1, 30.2, -92.02, {}),
    cafeAt(2, 30.2, -92.02, { 'addr:state': 'TX' }),
    cafeAt(3, 39.352468, -74.44434, {}),
  ])
  expect(places.map(({ state }) => state)).toEqual(['LA', 'TX', null])
})

test('a place without a town gets that of the nearest ZIP in its state, and says so', async () => {
  const places = await placesOf([
    cafeAt(1, 30.224, -92.02, {}),
    cafeAt(2, 30.224, -92.02, { 'addr:state': 'LA' }),
    cafeAt(3, 30.224, -92.02, { 'addr:state': 'LA', 'addr:city': 'Carencro' }),
    cafeAt(4, 41.3, -119.2, { 'addr:state': 'NV' }),
  ])
  expect(places.map(({ city, derivedLocation }) => [city, derivedLocation ?? null])).toEqual([
    ['Lafayette', 'city and state'],
    ['Lafayette', 'city'],
    ['Carencro', null],
    [null, null],
  ])
})
