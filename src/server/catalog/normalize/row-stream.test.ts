import { expect, test } from 'vitest'
import { loadGazetteer } from '#server/catalog/gazetteer/gazetteer-file.ts'
import { readOsmObject } from '#server/catalog/readers/osm-row.ts'
import { normalizedRows } from './row-stream.ts'

const cafeAt = (id: number, lat: number, lon: number, tags: object) =>
  readOsmObject({ type: 'node', id, lat, lon, tags: { name: 'Cafe', amenity: 'cafe', ...tags } }, id)

test('a place without a state gets that of its coordinates, and a stated one stays', async () => {
  const gazetteer = await loadGazetteer()
  const raws = [cafeAt(1, 30.2, -92.02, {}), cafeAt(2, 30.2, -92.02, { 'addr:state': 'TX' }), cafeAt(3, 27.5, -90, {})]
  const batches = (async function* () {
    yield raws
  })()
  const rows = { file: 'osm.json', knows: [], rowCount: null, batches }
  const states: (string | null)[] = []
  for await (const { places } of normalizedRows(rows, { gazetteer, asOf: '2026-04-15', license: 'ODbL-1.0' }))
    states.push(...places.map(({ state }) => state))
  expect(states).toEqual(['LA', 'TX', null])
})
