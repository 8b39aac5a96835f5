import { expect, test } from 'vitest'
import { readOsmObject } from './osm-row.ts'

const read = (tags: object) =>
  readOsmObject({ type: 'node', id: 1, lat: 40, lon: -105, tags: { name: 'Ann', ...tags } }, 1)

test.each([
  [{ 'disused:shop': 'bakery' }, 'closed'],
  [{ 'was:amenity': 'cafe', building: 'yes' }, 'closed'],
  [{ 'demolished:office': 'lawyer' }, 'closed'],
  [{ shop: 'vacant' }, 'closed'],
  [{ shop: 'bakery', 'was:shop': 'florist' }, 'open'],
  [{ shop: 'bakery', disused: 'no', abandoned: 'yes' }, 'closed'],
  [{ shop: 'bakery', operational_status: 'closed' }, 'closed'],
  [{ shop: 'bakery', end_date: 'yes' }, 'closed'],
  [{ shop: 'bakery', opening_hours: 'closed' }, 'temporarilyClosed'],
  [{ shop: 'bakery', opening_hours: 'off "renovation"' }, 'temporarilyClosed'],
  [{ shop: 'bakery', opening_hours: 'Mo-Su closed "permanently closed"' }, 'closed'],
  [{ shop: 'bakery', opening_hours: 'Mo-Su off; Apr-Oct Mo-Su 10:00-17:00' }, 'open'],
] as const)('a place with the tags %j is %s', (tags, status) => {
  expect(read(tags).status).toBe(status)
})

test('a mural is not a business, and is not closed', () => {
  expect(read({ tourism: 'artwork' })).toMatchObject({ status: 'open', isBusiness: false })
})
