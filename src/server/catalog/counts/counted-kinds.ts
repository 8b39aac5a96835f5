import { plainWords } from '#geography/index.ts'
import type { CategoryIndex } from '#server/catalog/kinds/category-index.ts'
import type { CategoriesSought } from '#server/catalog/place/search-plan.ts'

/** A kind of business that has public pages. A search for the label finds the same places. */
export type CountedKind = { slug: string; label: string; what: CategoriesSought }

const known = new WeakMap<CategoryIndex, ReadonlyMap<string, CountedKind>>()

/** A name for use in a URL: "chicken-and-wings" for "Chicken & Wings". */
export const slugOf = (name: string): string => plainWords(name).join('-')

export const countedKinds = (index: CategoryIndex): ReadonlyMap<string, CountedKind> =>
  known.getOrInsertComputed(index, () => new Map(kindsOf(index).map(kind => [kind.slug, kind])))

const kindsOf = (index: CategoryIndex): CountedKind[] =>
  index
    .described()
    .map(({ label, categories, relatedMains }) => ({
      slug: slugOf(label),
      label,
      what: { categoryIds: categories.map(({ id }) => id), relatedMains: relatedMains.map(({ id }) => id) },
    }))
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
