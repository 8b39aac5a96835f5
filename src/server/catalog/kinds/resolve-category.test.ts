import { array, assert, constantFrom, property, subarray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixtureCategories } from '#tests/support/category-keys.ts'
import { understoodPhrases } from '#tests/support/understood-phrases.ts'
import { allKinds, readCategory } from '#words/index.ts'
import { buildCategoryIndex, type CategoryIndex } from './category-index.ts'
import { resolveCategory } from './resolve-category.ts'

const index = buildCategoryIndex(fixtureCategories)
const catalogOf = (...keys: string[]) =>
  buildCategoryIndex(
    keys.map((key, i) => ({ id: i + 1, key, name: key.replace(/^.*=/, '').replaceAll('_', ' '), parentKey: null })),
  )
const certain = (from: CategoryIndex, words: string) => {
  const resolved = resolveCategory(from, words)
  if (resolved.kind !== 'certain') throw new Error(`"${words}" is ${resolved.kind}`)
  const { label, categories } = resolved.sense
  return { label, keys: categories.map(({ key }) => key), ids: categories.map(({ id }) => id) }
}
const keysOf = (words: string) => certain(index, words).keys

describe('words that are certainly understood', () => {
  test.each(understoodPhrases)('%j means %j', (words, mustHave, mustNotHave) => {
    const keys = keysOf(words)
    expect(keys).toEqual(expect.arrayContaining(mustHave.split(' ')))
    expect(keys.filter(key => mustNotHave.split(' ').includes(key))).toEqual([])
  })

  test.each(['salad_bar', 'oxygen_bar', 'milk_bar', 'restaurant', 'pizza_restaurant'])('bars are not %s', key => {
    expect(keysOf('bars')).not.toContain(key)
  })

  test('restaurants are every kind of restaurant in the data, and no bar, bakery, or caterer', () => {
    const kinds = fixtureCategories.map(({ key }) => key).filter(key => key.endsWith('_restaurant'))
    expect(kinds.length).toBeGreaterThan(40)
    expect(keysOf('Restaurants')).toEqual(expect.arrayContaining(kinds))
    for (const key of ['bar', 'pub', 'brewery', 'coffee_shop', 'bakery', 'grocery_store', 'caterer'])
      expect(keysOf('Restaurants')).not.toContain(key)
  })

  test('a phrase with several kinds of business means all of them', () => {
    const both = certain(index, 'Plumbers and electricians')
    expect(both.label).toBe('Plumbers and Electricians')
    expect(both.keys).toEqual(expect.arrayContaining(['plumbing', 'electrician']))
  })
})

test('the choices of a question are kinds that the catalog has, and their labels are certain', () => {
  const resolved = resolveCategory(index, 'wound clinic')
  if (resolved.kind !== 'unsure') throw new Error(`it is ${resolved.kind}`)
  for (const choice of resolved.choices)
    expect(resolveCategory(index, choice.label)).toEqual({ kind: 'certain', sense: choice })
})

describe('a kind of business that the catalog does not have', () => {
  const plumbing = catalogOf('plumbing')
  test.each([
    ['Florists', 'Florists'],
    ['painters', 'Painters'],
    ['chimney relining', 'Chimneys & Fireplaces'],
    ['plumbers and florists', 'Florists'],
  ])('%j: %s is lacking', (words, label) => {
    expect(resolveCategory(plumbing, words)).toMatchObject({ kind: 'lacking', label })
  })
  test('comes with what is nearest', () => {
    expect(resolveCategory(index, 'cybersecurity company')).toMatchObject({
      kind: 'lacking',
      label: 'Cybersecurity',
      choices: expect.arrayContaining([expect.objectContaining({ label: 'IT Support' })]),
    })
    expect(resolveCategory(plumbing, 'backflow testing')).toMatchObject({ choices: [{ label: 'Plumbers' }] })
  })

  test('never becomes another kind, whatever categories the catalog has', () => {
    const kinds = allKinds()
    const keys = [...new Set(kinds.flatMap(kind => kind.keys.filter(key => /^[a-z\d_]+$/.test(key))))]
    const words = kinds.map(({ label }) => label)
    assert(
      property(subarray(keys), array(constantFrom(...words), { maxLength: 50 }), (some, typed) => {
        const catalog = catalogOf(...some)
        for (const text of typed) {
          const reading = readCategory(text)
          if (reading.is !== 'certain') continue
          const resolved = resolveCategory(catalog, text)
          const label = reading.kinds.map(kind => kind.label).join(' and ')
          expect(['certain', 'lacking']).toContain(resolved.kind)
          expect(resolved.kind === 'certain' ? resolved.sense.label : label).toBe(label)
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe("an operator's own categories", () => {
  const own = catalogOf('law_firm', 'lawyer', 'plumbers', 'zeppelin_tours', 'shop=dry_cleaning')
  test.each([
    ['attorneys', [1, 2]],
    ['Plumbing companies', [3]],
    ['zeppelin tour', [4]],
    ['dry cleaners', [5]],
  ])('%j finds them under their usual names', (words, ids) => {
    expect(certain(own, words).ids).toEqual(ids)
  })
})

test('categories with circular parents do not loop forever', () => {
  const circle = buildCategoryIndex([
    { id: 1, key: 'egg', name: 'Egg', parentKey: 'hen' },
    { id: 2, key: 'hen', name: 'Hen', parentKey: 'egg' },
  ])
  expect(certain(circle, 'hen').ids).toEqual([1, 2])
})
