import { beforeAll, expect, test } from 'vitest'
import { loadGazetteer } from '#server/catalog/gazetteer/gazetteer-file.ts'
import { stateCode } from '#server/catalog/gazetteer/states.ts'
import { readRealRows, realCategories, type RealRow } from '#tests/support/real-categories.ts'
import { describeRealFiles, realFiles } from '#tests/support/real-files.ts'
import { understoodPhrases } from '#tests/support/understood-phrases.ts'
import { buildCategoryIndex, type CategoryIndex } from './category-index.ts'
import { categoryName } from './category-name.ts'
import { type CategoryResolution, resolveCategory } from './resolve-category.ts'
import { resolveLocation } from './resolve-location.ts'
import { services } from './services.ts'

const { boulder: inBoulder, sample: everywhere } = realFiles

function keysMeantBy(index: CategoryIndex, words: string): string[] {
  const resolved = resolveCategory(index, words)
  return resolved.kind === 'certain' ? resolved.sense.categories.map(({ key }) => key) : []
}

function isSameMeaning(one: CategoryResolution, other: CategoryResolution): boolean {
  if (one.kind === 'unavailable') return other.kind === 'unavailable' && one.label === other.label
  return one.kind === 'certain' && other.kind === 'certain' && one.sense === other.sense
}

describeRealFiles('real places', () => {
  let boulder: RealRow[]
  let sample: RealRow[]
  let index: CategoryIndex
  let known: Set<string>
  beforeAll(async () => {
    boulder = await readRealRows(inBoulder, ['names', 'taxonomy', 'categories'])
    sample = await readRealRows(everywhere, ['names', 'categories', 'addresses'])
    const categories = await realCategories([...boulder, ...sample])
    known = new Set(categories.map(({ key }) => key))
    index = buildCategoryIndex(categories)
  }, 60_000)

  test('Plumbers in Boulder are found under the key that Flatirons Plumbing carries', () => {
    const flatirons = boulder.find(row => row.names.primary === 'Flatirons Plumbing')
    const keys = keysMeantBy(index, 'Plumbers')
    expect(keys).toContain(flatirons?.taxonomy?.primary)
    expect(keys).toContain('plumbing')
  })

  test('every phrase has the same meaning with all keys of the data as with a few', () => {
    const wrong = understoodPhrases.filter(([words, mustHave, mustNotHave]) => {
      const keys = keysMeantBy(index, words)
      const missing = mustHave.split(' ').filter(key => known.has(key) && !keys.includes(key))
      return keys.length === 0 || missing.length > 0 || mustNotHave.split(' ').some(key => keys.includes(key))
    })
    expect(wrong).toEqual([])
  })

  test('the phrases of each trade, and the repair of each of its things, mean that trade', () => {
    const lost = services.flatMap(({ trade, things, asked }) => {
      const meant = resolveCategory(index, trade)
      const phrases = [...asked, ...things.map(thing => `${thing} repair`)]
      return phrases.filter(words => !isSameMeaning(meant, resolveCategory(index, words)))
    })
    expect(lost).toEqual([])
  })

  test('every category of the data is found by its own name', () => {
    // This key is a typo in the data. Its name finds doctors.
    const named = [...known].filter(key => key !== 'heatlh_care')
    const lost = named.filter(key => !keysMeantBy(index, categoryName(key)).includes(key))
    expect(lost).toEqual([])
  })

  test('98 of 100 real addresses are in a known town and the right state', async () => {
    const gazetteer = await loadGazetteer()
    const addresses = sample.flatMap(row => row.addresses ?? []).filter(address => address?.locality && address.region)
    const found = addresses.filter(address => {
      const state = stateCode(address?.region ?? '')
      const place = resolveLocation(gazetteer, `${address?.locality}, ${state}`)
      return place.kind === 'point' && place.state === state
    })
    expect(addresses.length).toBeGreaterThan(3000)
    expect(found.length / addresses.length).toBeGreaterThan(0.98)
  })
})
