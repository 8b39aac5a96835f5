import { beforeEach, expect, test, vi } from 'vitest'
import { AreaSearchCriteria, type SearchCriteria } from '#contract/searches/searches.ts'
import { loadGazetteer } from '#server/catalog/gazetteer/gazetteer-file.ts'
import { resolveLocation } from '#server/catalog/understand/resolve-location.ts'
import { hasMoreAreasThan, understandWhere, withoutRepeatedAreas } from './understand.ts'

vi.mock('#server/catalog/understand/resolve-location.ts', { spy: true })
beforeEach(() => {
  vi.mocked(resolveLocation).mockClear()
})

const catalog = { gazetteer: await loadGazetteer() }
const searchIn = (...words: string[]): SearchCriteria => ({
  ...AreaSearchCriteria.parse({ businessCategory: 'Plumbers', areas: words.map(place => ({ place })) }),
  location: words.join('; '),
})

test('a place that one search names 500 times is looked up once', () => {
  const search = searchIn(...Array.from({ length: 500 }, () => 'Boulder, CO'))
  expect(hasMoreAreasThan(catalog, search, 0)).toBe(true)
  expect(withoutRepeatedAreas(catalog, search).where?.parts).toHaveLength(1)
  expect(resolveLocation).toHaveBeenCalledTimes(1)
})

test('an unknown place that one search names 500 times is looked up once', () => {
  const search = searchIn(...Array.from({ length: 500 }, () => 'Qqxyzzyq, CO'))
  expect(hasMoreAreasThan(catalog, search, 0)).toBe(true)
  const { where, criteria } = withoutRepeatedAreas(catalog, search)
  expect(where).toBeUndefined()
  expect(() => understandWhere(catalog, criteria)).toThrow(/We could not find "Qqxyzzyq, CO"/)
  expect(resolveLocation).toHaveBeenCalledTimes(1)
})

test('what a search looked up is not used for another one with another radius', () => {
  const search = searchIn('Boulder, CO')
  const radii = [5, 10].map(radius => understandWhere(catalog, { ...search, radius }).parts[0]?.anyOf[0])
  expect(radii).toEqual([expect.objectContaining({ radiusMiles: 5 }), expect.objectContaining({ radiusMiles: 10 })])
})
