import { describe, expect, test } from 'vitest'
import { fixtureCategories } from '#tests/support/category-keys.ts'
import { understoodPhrases } from '#tests/support/understood-phrases.ts'
import { aliasSets } from './category-aliases.ts'
import { buildCategoryIndex, type CategoryIndex } from './category-index.ts'
import { categoryName } from './category-name.ts'
import { normalizedPhrase } from './category-words.ts'
import { resolveCategory } from './resolve-category.ts'

const index = buildCategoryIndex(fixtureCategories)
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

  test('have a score of at least 0.9', () => {
    expect(resolveCategory(index, ' Plumbers ')).toMatchObject({ kind: 'certain', score: 1, words: ' Plumbers ' })
    expect(certain(index, ' Plumbers ').label).toBe('Plumbers')
  })

  test.each(['salad_bar', 'oxygen_bar', 'milk_bar', 'restaurant', 'pizza_restaurant'])('bars are not %s', key => {
    expect(keysOf('bars')).not.toContain(key)
  })

  test.each(['bar', 'pub', 'brewery', 'coffee_shop', 'bakery', 'grocery_store', 'caterer'])(
    'restaurants are not %s',
    key => {
      expect(keysOf('Restaurants')).not.toContain(key)
    },
  )

  test('restaurants are every kind of restaurant in the data', () => {
    const kinds = fixtureCategories.map(({ key }) => key).filter(key => key.endsWith('_restaurant'))
    expect(kinds.length).toBeGreaterThan(40)
    expect(keysOf('Restaurants')).toEqual(expect.arrayContaining(kinds))
  })

  test.each(['we-buy-homes', 'WE BUY HOMES', ' we  buy homes ', 'We Buy Homes!'])('%j is We Buy Homes', words => {
    expect(certain(index, words).label).toBe('We Buy Homes')
  })

  test('a pizzeria is found, even as Overture spells it', () => {
    const withTypo = buildCategoryIndex([
      ...fixtureCategories,
      { id: 9999, key: 'pizzaria', name: 'Pizzeria', parentKey: null },
    ])
    for (const words of ['pizza', 'pizzeria', 'pizzaria', 'Restaurants'])
      expect(certain(withTypo, words).keys).toContain('pizzaria')
    expect(categoryName('pizzaria')).toBe('Pizzeria')
  })

  test('a phrase with several kinds of business means all of them', () => {
    const both = certain(index, 'Plumbers and electricians')
    expect(both.label).toBe('Plumbers and Electricians')
    expect(both.keys).toEqual(expect.arrayContaining(['plumbing', 'electrician']))
  })
})

describe('words that are not certainly understood offer choices', () => {
  test.each([
    ['Flatirons Plumbing', 'Plumbers'],
    ['tesla mechanic', 'Auto Repair'],
    ['vegan bakery', 'Bakeries'],
    ['wound clinic', 'Medical Clinics'],
    ['Flatirons Fitness', 'Gyms'],
    ['karate academy school', 'Schools'],
  ])('%j: did you mean %s?', (words, label) => {
    expect(resolveCategory(index, words)).toMatchObject({ kind: 'unsure', choices: { 0: { label } } })
  })

  test.each(['wound clinic', 'vegan bakery'])('the label of a choice for %j, as words, means it', words => {
    const resolved = resolveCategory(index, words)
    const choices = resolved.kind === 'unsure' ? resolved.choices : []
    expect(choices.length).toBeGreaterThan(1)
    for (const choice of choices)
      expect(resolveCategory(index, choice.label)).toMatchObject({ kind: 'certain', sense: choice })
  })
})

const isPlace = (words: string) => ['boulder', 'austin, tx', 'new york'].includes(words.toLowerCase())

describe('a place behind the trade', () => {
  test.each([
    ['plumber boulder', 'Plumbers', 'boulder'],
    ['dentist 80302', 'Dentists', '80302'],
    ['Hair Salons in Austin, TX', 'Hair Salons', 'Austin, TX'],
    ['roofers new york', 'Roofers', 'new york'],
    ['walk in clinic', 'Medical Clinics', null],
    ['plumbers near me', 'Plumbers', null],
  ])('%j is %s in %j', (words, label, place) => {
    expect(resolveCategory(index, words, isPlace)).toMatchObject({ kind: 'certain', place, sense: { label } })
  })
})

describe('words in Spanish', () => {
  test.each([
    ['plomero', 'Plumbers'],
    ['Abogados', 'Lawyers'],
    ['peluquería', 'Hair Salons'],
    ['taller mecanico', 'Auto Repair'],
  ])('%j means %s', (words, label) => {
    expect(certain(index, words).label).toBe(label)
  })
})

describe('a wrong word that is spelled like the right one', () => {
  test.each([
    ['hair saloon', 'Hair Salons'],
    ['nail saloons', 'Nail Salons'],
  ])('%j means %s', (words, label) => {
    expect(certain(index, words).label).toBe(label)
  })
})

describe('words that are not a kind of business search business names', () => {
  test.each([
    'Starbucks',
    "McDonald's",
    'Home Depot',
    'Burger King',
    'Whole Foods',
    'Olive Garden',
    'Planet Fitness',
    'Pizza Hut',
    "Joe's Plumbing",
    'Lindqvist & Sons Roofing',
    'women owned businesses',
    'small businesses',
    'asdfgh qwerty',
    'services',
    'company',
    '',
    '   ',
    '😀',
    '中文',
    '\u0000\u0001',
    "'; DROP TABLE place; --",
    '<script>alert(1)</script>',
    'xqzwv '.repeat(33),
    'a'.repeat(100_000),
    '&'.repeat(200),
  ])('%j', words => {
    expect(resolveCategory(index, words)).toEqual({ kind: 'name', words, score: expect.any(Number), place: null })
  })

  test.each(['"Plumbers"', '“Dentists”'])('%s in quotation marks is a name', words => {
    expect(resolveCategory(index, words).kind).toBe('name')
  })

  test('a kind of business that the catalog does not have is unavailable, and says what is nearest', () => {
    const small = buildCategoryIndex([{ id: 7, key: 'plumbing', name: 'Plumbing', parentKey: null }])
    expect(certain(small, 'Plumbers').ids).toEqual([7])
    expect(resolveCategory(small, 'Florists')).toMatchObject({ kind: 'unavailable', label: 'Florists', choices: [] })
    expect(resolveCategory(small, 'backflow testers near me').kind).toBe('name')
    expect(
      resolveCategory(buildCategoryIndex([{ id: 7, key: 'pub', name: 'Pub', parentKey: null }]), 'public adjusters')
        .kind,
    ).toBe('unavailable')
    expect(resolveCategory(small, 'chimney relining')).toMatchObject({
      kind: 'unavailable',
      label: 'Chimney Sweep',
      choices: [],
    })
    expect(resolveCategory(index, 'cybersecurity company')).toMatchObject({
      kind: 'unavailable',
      label: 'Cybersecurity',
      choices: [{ label: 'IT Support' }, { label: 'Software Companies' }],
    })
  })
})

describe("an operator's own categories", () => {
  const own = buildCategoryIndex([
    { id: 1, key: 'law_firm', name: 'Law Firm', parentKey: null },
    { id: 2, key: 'lawyer', name: 'Lawyer', parentKey: null },
    { id: 3, key: 'plumbers', name: 'Plumbers', parentKey: null },
    { id: 4, key: 'zeppelin_tours', name: 'Zeppelin Tours', parentKey: null },
    { id: 5, key: 'shop=dry_cleaning', name: 'Dry Cleaning', parentKey: null },
  ])
  test.each([
    ['attorneys', [1, 2]],
    ['Plumbing companies', [3]],
    ['zeppelin tour', [4]],
    ['dry cleaners', [5]],
  ])('%j finds them under their usual names', (words, ids) => {
    expect(certain(own, words).ids).toEqual(ids)
  })
})

test('no phrase belongs to two alias sets', () => {
  const labels = new Map<string, Set<string>>()
  for (const { label, phrases } of aliasSets)
    for (const phrase of phrases) {
      const words = normalizedPhrase(phrase)
      labels.set(words, (labels.get(words) ?? new Set()).add(label))
    }
  expect([...labels].filter(([, sets]) => sets.size > 1)).toEqual([])
})

test('every alias set has phrases, and keys or what is nearest', () => {
  expect(aliasSets.length).toBeGreaterThan(200)
  expect(aliasSets.filter(set => set.phrases.length === 0 || set.keys.length + set.nearest.length === 0)).toEqual([])
})

test('what is nearest to an alias set is the label of another one', () => {
  const labels = new Set(aliasSets.map(({ label }) => label))
  expect(aliasSets.flatMap(({ nearest }) => nearest).filter(label => !labels.has(label))).toEqual([])
})

test('categories with circular parents do not loop forever', () => {
  const circle = buildCategoryIndex([
    { id: 1, key: 'egg', name: 'Egg', parentKey: 'hen' },
    { id: 2, key: 'hen', name: 'Hen', parentKey: 'egg' },
  ])
  expect(certain(circle, 'hen').ids).toEqual([1, 2])
})

test.each([
  ['pizza_restaurant', 'Pizza Restaurant'],
  ['hvac_services', 'HVAC Services'],
  ['it_support_and_service', 'IT Support and Service'],
  ['bed_and_breakfast', 'Bed and Breakfast'],
  ['womens_clothing_store', "Women's Clothing Store"],
  ['b2b_marketing_consultant', 'B2B Marketing Consultant'],
  ['3d_printing_service', '3D Printing Service'],
  ['diy_auto_shop', 'DIY Auto Shop'],
  ['cpa_services', 'CPA Services'],
  ['constructor', 'Constructor'],
])('%s is read as %s', (key, name) => {
  expect(categoryName(key)).toBe(name)
})

test.each([
  ['toilet repair', 'Plumbers'],
  ['fix a leaky faucet', 'Plumbers'],
  ['clogged drain', 'Plumbers'],
  ['ceiling fan installation', 'Electricians'],
  ['DDS', 'Dentists'],
  ['dentista cerca de mi', 'Dentists'],
])('"%s" is work of %s', (words, label) => {
  const keys = ['plumbing', 'electrician', 'dentist']
  const few = buildCategoryIndex(keys.map((key, i) => ({ id: i + 1, key, name: categoryName(key), parentKey: null })))
  expect(resolveCategory(few, words)).toMatchObject({ kind: 'certain', sense: { label } })
})
