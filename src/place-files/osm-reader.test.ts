import { expect, test } from 'vitest'
import { readOsm } from './osm-reader.ts'

const bakery = (name: string) => ({ name, shop: 'bakery' })
const node = (id: number, lat: number, lon: number) => ({ type: 'node', id, lat, lon })

async function placesIn(elements: object[]) {
  const text = JSON.stringify({ elements })
  const open = async function* () {
    yield new TextEncoder().encode(text)
  }
  const { batches } = readOsm(open, { file: 'answer.json', shape: 'collection', license: null })
  const places = (await Array.fromAsync(batches)).flat()
  return Object.fromEntries(places.map(({ name, lat, lon }) => [name, [lat, lon]]))
}

const corners = [node(11, 40, -105), node(12, 40.2, -105), node(13, 40.2, -105.4)]
const ways = [
  { type: 'way', id: 1, nodes: [11, 12, 13, 11], tags: bakery('Way') },
  { type: 'way', id: 2, nodes: [12, 13] },
  {
    type: 'relation',
    id: 3,
    members: [
      { type: 'way', ref: 2 },
      { type: 'node', ref: 11 },
    ],
    tags: bakery('Relation'),
  },
  { type: 'way', id: 4, nodes: [99], tags: bakery('Cut off') },
]

test('an Overpass answer may have the position of a way in the way itself, or in its nodes before or after it', async () => {
  const middle = [40.1, -105.2]
  const inNodes = { Way: middle, Relation: middle, 'Cut off': [null, null] }
  expect(await placesIn([...ways, ...corners])).toEqual(inNodes)
  expect(await placesIn([...corners, ...ways])).toEqual(inNodes)
  const geometry = corners.map(({ lat, lon }) => ({ lat, lon }))
  expect(
    await placesIn([
      { type: 'way', id: 1, center: { lat: 40.1, lon: -105.2 }, tags: bakery('Center') },
      {
        type: 'way',
        id: 2,
        bounds: { minlat: 40, minlon: -105.4, maxlat: 40.2, maxlon: -105 },
        tags: bakery('Bounds'),
      },
      { type: 'way', id: 3, geometry: [null, ...geometry], tags: bakery('Geometry') },
      { type: 'relation', id: 4, members: [{ type: 'way', ref: 9, geometry }], tags: bakery('Members') },
    ]),
  ).toEqual({ Center: middle, Bounds: middle, Geometry: middle, Members: middle })
})
