import { expect, test } from 'vitest'
import { buildCategoryIndex } from './category-index.ts'
import { categoryName } from './category-name.ts'
import { resolveCategory } from './resolve-category.ts'

const keys = `laboratory_equipment_supplier restaurant_equipment_and_supply audiovisual_equipment_rental
  audio_visual_equipment_store auto_restoration_services auto_customization home_goods_store home_improvement_store
  podiatrist doctor wholesale_florist florist sign_making business_signage fish_hatchery`
const index = buildCategoryIndex(
  keys.split(/\s+/).map((key, id) => ({ id: id + 1, key, name: categoryName(key), parentKey: null })),
)

test.each([
  ['lab equipment supplier', 'laboratory_equipment_supplier'],
  ['equipment dealer laboratory', 'laboratory_equipment_supplier'],
  ['av equipment hire', 'audiovisual_equipment_rental'],
  ['classic car restoration', 'auto_restoration_services'],
  ['home goods store companies', 'home_goods_store'],
  ['a doctor for my foot', 'podiatrist'],
  ['hatchery for fish', 'fish_hatchery'],
])('"%s" means the category %s', (words, key) => {
  expect(resolveCategory(index, words)).toMatchObject({ kind: 'certain', sense: { categories: [{ key }] } })
})

test('a phrase of two categories is no question if one kind of business has both', () => {
  expect(resolveCategory(index, 'storefront signs')).toMatchObject({ kind: 'certain', sense: { label: 'Sign Shops' } })
})
