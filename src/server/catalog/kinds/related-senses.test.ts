import { expect, test } from 'vitest'
import { fixtureCategories } from '#tests/support/category-keys.ts'
import { buildCategoryIndex, relatedSenses } from './category-index.ts'
import { resolveCategory } from './resolve-category.ts'

const index = buildCategoryIndex(fixtureCategories)

const ids = (categories: readonly { id: number }[]) => categories.map(({ id }) => id)

function relatedTo(words: string): string[] {
  const resolved = resolveCategory(index, words)
  if (resolved.kind !== 'certain') throw new Error(`"${words}" is ${resolved.kind}`)
  const { categories, relatedMains } = resolved.sense
  return relatedSenses(index, { categoryIds: ids(categories), relatedMains: ids(relatedMains) }).map(
    ({ label }) => label,
  )
}

test.each([
  ['Orthodontists', ['Dentists', 'Pediatric Dentists']],
  ['Plumbers', ['HVAC', 'General Contractors', 'Remodelers', 'Construction']],
  ['Breweries', ['Pubs', 'Wineries']],
  ['Tattoo', []],
])('close to %s are %j', (words, labels) => {
  expect(relatedTo(words)).toEqual(labels)
})

test('what contains the searched kind comes first, and the kind itself is not among them', () => {
  const related = relatedTo('Thai restaurants')
  expect(related[0]).toBe('Restaurants')
  expect(related).not.toContain('Thai Restaurants')
})
