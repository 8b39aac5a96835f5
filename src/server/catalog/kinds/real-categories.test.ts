import { beforeAll, expect, test } from 'vitest'
import { loadGazetteer, stateCode } from '#geography/index.ts'
import { categoriesOfRows, readRealRows, realCategories, type RealRow } from '#tests/support/real-categories.ts'
import { boulderFile, describeRealFiles, realFiles } from '#tests/support/real-files.ts'
import { understoodPhrases } from '#tests/support/understood-phrases.ts'
import { categoryName, isGenericCategory, readPlace } from '#words/index.ts'
import { buildCategoryIndex, type CategoryIndex } from './category-index.ts'
import { resolveCategory } from './resolve-category.ts'

function keysMeantBy(index: CategoryIndex, words: string): string[] {
  const resolved = resolveCategory(index, words)
  return resolved.kind === 'certain' ? resolved.sense.categories.map(({ key }) => key) : []
}

test('Plumbers in Boulder are found under the key that Flatirons Plumbing carries', async () => {
  const boulder = await readRealRows(boulderFile, ['names', 'taxonomy', 'categories'])
  const flatirons = boulder.find(row => row.names.primary === 'Flatirons Plumbing')
  const keys = keysMeantBy(buildCategoryIndex(categoriesOfRows(boulder)), 'Plumbers')
  expect(keys).toContain(flatirons?.taxonomy?.primary)
  expect(keys).toContain('plumbing')
})

describeRealFiles('real places', () => {
  let sample: RealRow[]
  let index: CategoryIndex
  let known: Set<string>
  beforeAll(async () => {
    const boulder = await readRealRows(boulderFile, ['names', 'taxonomy', 'categories'])
    sample = await readRealRows(realFiles.sample, ['names', 'categories', 'addresses'])
    const categories = await realCategories([...boulder, ...sample])
    known = new Set(categories.map(({ key }) => key))
    index = buildCategoryIndex(categories)
  })

  test('every phrase has the same meaning with all keys of the data as with a few', () => {
    const wrong = understoodPhrases.filter(([words, mustHave, mustNotHave]) => {
      const keys = keysMeantBy(index, words)
      const missing = mustHave.split(' ').filter(key => known.has(key) && !keys.includes(key))
      return keys.length === 0 || missing.length > 0 || mustNotHave.split(' ').some(key => keys.includes(key))
    })
    expect(wrong).toEqual([])
  })

  test('every category of the data is found by its own name', () => {
    // The first key is a typo in the data; its name finds doctors. The others fit any trade.
    const named = [...known].filter(key => key !== 'heatlh_care' && !isGenericCategory(key))
    const lost = named.filter(key => !keysMeantBy(index, categoryName(key)).includes(key))
    expect(lost).toEqual([])
  })

  test('98 of 100 real addresses are in a known town and the right state', async () => {
    const gazetteer = await loadGazetteer()
    const addresses = sample.flatMap(row => row.addresses ?? []).filter(address => address?.locality && address.region)
    const found = addresses.filter(address => {
      const state = stateCode(address?.region ?? '')
      const place = readPlace(gazetteer, `${address?.locality}, ${state}`)
      return place.kind === 'point' && place.state === state
    })
    expect(addresses.length).toBeGreaterThan(3000)
    expect(found.length / addresses.length).toBeGreaterThan(0.98)
  })
})
