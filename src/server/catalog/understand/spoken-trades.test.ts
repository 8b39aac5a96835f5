import { expect, test } from 'vitest'
import { fixtureCategories } from '#tests/support/category-keys.ts'
import { buildCategoryIndex } from './category-index.ts'
import { categoryName } from './category-name.ts'
import { resolveCategory } from './resolve-category.ts'

const further = ['pool_cleaning', 'furniture_store', 'mattress_store', 'human_resource_services', 'foundation_repair']
const known = new Set(fixtureCategories.map(({ key }) => key))
const index = buildCategoryIndex([
  ...fixtureCategories,
  ...further
    .filter(key => !known.has(key))
    .map((key, i) => ({ id: 10_000 + i, key, name: categoryName(key), parentKey: null })),
])

test.each([
  ['pool service companies', 'Pools & Hot Tubs'],
  ['local small engine repair shops', 'Small Engine Repair'],
  ['hr consultants near me', 'Human Resources'],
  ['someone who fixes roofs', 'Roofers'],
  ['stores that sell mattresses', 'Mattress Stores'],
  ['where to buy a mattress', 'Mattress Stores'],
  ['contractors who do kitchens', 'Kitchen & Bath Remodeling'],
  ['express car washes', 'Car Wash'],
  ['tiendas de muebles', 'Furniture Stores'],
  ['venta de llantas', 'Tires'],
  ['foundation companies near me', 'Foundation & Waterproofing'],
  ['restaurant owners emails', 'Restaurants'],
  ['gym owners', 'Gyms'],
  ['cofee shop', 'Coffee Shops'],
])('"%s" means %s', (words, label) => {
  expect(resolveCategory(index, words)).toMatchObject({ kind: 'certain', sense: { label } })
})

test.each([
  'cat owners',
  'pool owners',
  'new parents',
  'close to me',
  'businesses that need cleaning',
  'people who need a roof',
  'companies that sell to plumbers',
  'stores that have parking',
  'plumbing dealers',
  "Mike's Place",
])('"%s" is not taken for a trade', words => {
  expect(resolveCategory(index, words).kind).not.toBe('certain')
})
