import { expect, test } from 'vitest'
import { AreaSearchCriteria, type SearchCriteria } from '#contract/searches/searches.ts'
import { loadGazetteer } from '#geography/index.ts'
import type { Refusal } from '#server/platform/basics/refusal.ts'
import { hasMoreAreasThan, understandWhere, inEachAreaOnce } from './understand.ts'

const gazetteer = await loadGazetteer()
const searchIn = (...words: string[]): SearchCriteria => ({
  ...AreaSearchCriteria.parse({ businessCategory: 'Plumbers', areas: words.map(place => ({ place })) }),
  location: words.join('; '),
})

/** Does what each search does with its areas. Returns how often it read the gazetteer, and what was found. */
function understand(search: SearchCriteria) {
  let reads = 0
  const catalog = {
    gazetteer: new Proxy(gazetteer, {
      get: (target, name, receiver): unknown => {
        reads += 1
        return Reflect.get(target, name, receiver)
      },
    }),
  }
  hasMoreAreasThan(catalog, search, 0)
  try {
    return { parts: inEachAreaOnce(catalog, search, 'elite').where?.parts.length, reads }
  } catch (error) {
    return { refusal: (error as Refusal).errorType, reads }
  }
}

test.each([
  ['Boulder, CO', { parts: 1 }],
  ['Qqxyzzyq, CO', { refusal: 'UNKNOWN_LOCATION' }],
])('if a search names "%s" 500 times, it is looked up once', (place, understood) => {
  const { reads } = understand(searchIn(place))
  expect(reads).toBeGreaterThan(0)
  expect(understand(searchIn(...Array.from({ length: 500 }, () => place)))).toEqual({ ...understood, reads })
})

test('what a search looked up is not used for another one with another radius', () => {
  const search = searchIn('Boulder, CO')
  const radii = [5, 10].map(radius => understandWhere({ gazetteer }, { ...search, radius }).parts[0]?.anyOf[0])
  expect(radii).toEqual([expect.objectContaining({ radiusMiles: 5 }), expect.objectContaining({ radiusMiles: 10 })])
})
