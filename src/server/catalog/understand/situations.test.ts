import { expect, test } from 'vitest'
import { aliasSets } from './category-aliases.ts'
import { buildCategoryIndex } from './category-index.ts'
import { categoryName } from './category-name.ts'
import { categoryPhrases } from './category-phrases.ts'
import { normalizedPhrase } from './category-words.ts'
import { resolveCategory } from './resolve-category.ts'
import { services } from './services.ts'
import { keyOfSituation, situations } from './situations.ts'

const keys = `key_and_locksmith locksmith plumbing pest_control_service junk_removal_and_hauling jewelry_store gold_buyer
  disc_jockey dj_service vehicle_shipping truck_rentals home_health_care tax_services dentist`
const index = buildCategoryIndex(
  keys.split(/\s+/).map((key, id) => ({ id: id + 1, key, name: categoryName(key), parentKey: null })),
)

test.each([
  ['i locked my keys in the car', 'key_and_locksmith'],
  ['we have mice in our attic', 'pest_control_service'],
  ['where can we dump an old couch', 'junk_removal_and_hauling'],
  ['where can i sell my gold necklace', 'gold_buyer'],
  ['i need a dj for my wedding', 'dj_service'],
  ['need to ship a car to florida', 'vehicle_shipping'],
  ['i want to rent a truck to move my stuff', 'truck_rentals'],
  ['i need somebody to take care of my mom at home', 'home_health_care'],
  ['help me do my taxes', 'tax_services'],
  ['my tooth hurts', 'dentist'],
])('"%s" asks for %s', (words, key) => {
  const resolved = resolveCategory(index, words)
  const found = resolved.kind === 'certain' ? resolved.sense.categories.map(category => category.key) : []
  expect(found).toContain(key)
})

test.each([
  'i need more customers',
  'i want to grow my business',
  'I Lost My Keys Band',
  'i need a tree',
  'i need a dentist for my horse',
  'i want to buy a dental practice',
])('"%s" is no certain trade', words => {
  expect(resolveCategory(index, words).kind).not.toBe('certain')
})

test.each([
  ['i need a dentist in denver', 'denver'],
  ['my tooth hurts near denver', 'denver'],
])('the place in the sentence "%s" is %s', (words, place) => {
  expect(resolveCategory(index, words, typed => typed === place)).toMatchObject({ kind: 'certain', place })
})

test.each(['find me a place in golden', 'a place near golden', 'list of businesses in golden'])(
  '"%s" names a place, but no kind of business',
  words => {
    const all = buildCategoryIndex(
      ['restaurant', 'business'].map((key, id) => ({ id: id + 1, key, name: categoryName(key), parentKey: null })),
    )
    expect(resolveCategory(all, words, typed => typed === 'golden').kind).not.toBe('certain')
  },
)

const isTown = (typed: string) => /^(?:by )?tracy$/i.test(typed)

test('a first name after "by" is part of the name of a business', () => {
  expect(resolveCategory(index, 'Plumbing Tracy', isTown)).toMatchObject({ kind: 'certain', place: 'Tracy' })
  expect(resolveCategory(index, 'Plumbing by Tracy', isTown)).toMatchObject({ place: null })
})

test('no situation stands for two trades', () => {
  const trades = new Map<string, Set<string>>()
  for (const [trade, phrases] of situations)
    for (const key of phrases.map(keyOfSituation))
      if (key !== null) trades.set(key, (trades.get(key) ?? new Set()).add(trade))
  expect([...trades].filter(([, several]) => several.size > 1)).toEqual([])
})

test('every trade of a situation is known', () => {
  const known = new Set(
    [
      aliasSets.map(({ label }) => label),
      aliasSets.flatMap(({ phrases }) => phrases),
      services.flatMap(({ asked }) => asked),
      categoryPhrases.map(({ key }) => key),
      categoryPhrases.flatMap(({ phrases }) => phrases),
    ]
      .flat()
      .map(normalizedPhrase),
  )
  expect(situations.map(([trade]) => trade).filter(trade => !known.has(normalizedPhrase(trade)))).toEqual([])
})
