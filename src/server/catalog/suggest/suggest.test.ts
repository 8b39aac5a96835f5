import { beforeAll, describe, expect, test } from 'vitest'
import { type Gazetteer, loadGazetteer } from '#geography/index.ts'
import { buildCategoryIndex } from '#server/catalog/kinds/category-index.ts'
import { resolveCategory } from '#server/catalog/kinds/resolve-category.ts'
import { fixtureCategories } from '#tests/support/category-keys.ts'
import { readPlace, suggestPlaces } from '#words/index.ts'
import { suggestCategories } from './suggest-categories.ts'

const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
const beginnings = letters.flatMap(first => letters.map(second => first + second))

describe('suggested places', () => {
  let gazetteer: Gazetteer
  beforeAll(async () => {
    gazetteer = await loadGazetteer()
  })
  const labels = (typed: string, near: { lat: number; lon: number } | null = null, limit = 8) =>
    suggestPlaces(gazetteer, typed, { near, limit }).map(({ label }) => label)

  test.each([
    ['bou', 'Boulder, CO'],
    ['boulder c', 'Boulder, CO'],
    ['Boulder, n', 'Boulder City, NV'],
    ['St. Lo', 'St. Louis, MO'],
    ['saint lou', 'St. Louis, MO'],
    ['ft worth', 'Fort Worth, TX'],
    ['nyc', 'New York, NY'],
    ['springfield, i', 'Springfield, IL'],
    ['tex', 'Texas'],
    ['80302', 'Boulder, CO 80302'],
    ['803', 'Boulder, CO 80301'],
    ['cook county', 'Cook County, IL'],
    ['soho', 'SoHo, New York, NY'],
    ['pheonix', 'Phoenix, AZ'],
  ])('for %j the first one is %s', (typed, first) => {
    expect(labels(typed)[0]).toBe(first)
  })

  test('are the larger and the nearer ones first', () => {
    expect(labels('springf')[0]).toBe('Springfield, MO')
    expect(labels('springf', { lat: 39.8, lon: -89.6 })[0]).toBe('Springfield, IL')
  })

  test('are the larger of two towns with the same name first', () => {
    expect(labels('woodland hills')).toEqual(['Woodland Hills, CA', 'Woodland Hills, UT'])
  })

  test('are at most as many as asked for, and each one once', () => {
    const found = labels('san', null, 5)
    expect(found).toHaveLength(5)
    expect(new Set(found).size).toBe(5)
  })

  test('each have exactly one meaning as the location of a search', () => {
    const suggested = new Set(beginnings.flatMap(typed => labels(typed, null, 20)))
    const misunderstood = [...suggested].filter(label => {
      const found = readPlace(gazetteer, label)
      return !('label' in found) || found.label !== label.replace(/ state$/, '')
    })
    expect(misunderstood).toEqual([])
    expect(suggested.size).toBeGreaterThan(3000)
  })

  test.each(['', 'b', '8', '80', '🍕', 'x'.repeat(200), '%_', 'qqqqqqqq', ',', ', tx'])(
    'there are none for %j',
    typed => {
      expect(labels(typed)).toEqual([])
    },
  )
})

describe('suggested categories', () => {
  const index = buildCategoryIndex(fixtureCategories)
  const labels = (typed: string, limit = 8) => suggestCategories(index, typed, limit).map(({ label }) => label)

  test.each([
    ['res', 'Restaurants'],
    ['plum', 'Plumbers'],
    ['Plumbers', 'Plumbers'],
    ['den', 'Dentists'],
    ['acc', 'Accountants'],
    ['auto r', 'Auto Repair'],
    ['body sh', 'Auto Body Shops'],
    ['mechanic', 'Auto Repair'],
    ['restarant', 'Restaurants'],
  ])('for %j the first one is %s', (typed, first) => {
    expect(labels(typed)[0]).toBe(first)
  })

  test('whose name begins with the typed letters come before those of which only a synonym does', () => {
    const found = labels('dent')
    const begins = found.map(label => label.toLowerCase().startsWith('dent'))
    expect(begins).toContain(true)
    expect(begins).toEqual(begins.toSorted((a, b) => Number(b) - Number(a)))
  })

  test('do not begin with a kind of business for which the typed letters are the end of another name', () => {
    // "Fix dent" and "dent guy" are other names of Auto Body Shops.
    const found = labels('dent', 20)
    expect(found.indexOf('Auto Body Shops')).toBeGreaterThan(found.indexOf('Cosmetic Dentists'))
  })

  test('mean themselves in a search, without a question', () => {
    const suggested = new Set(beginnings.flatMap(typed => labels(typed, 100)))
    const misunderstood = [...suggested].filter(label => {
      const resolved = resolveCategory(index, label)
      return resolved.kind !== 'certain' || resolved.sense.label !== label
    })
    expect(misunderstood).toEqual([])
    expect(suggested.size).toBeGreaterThan(300)
  })

  test.each(['', 'p', '🍕', 'x'.repeat(200), 'Zzyzx Quuxery', '"plumbers"'])('there are none for %j', typed => {
    expect(labels(typed)).toEqual([])
  })
})
