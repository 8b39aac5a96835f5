import { plainWords } from '#server/catalog/gazetteer/town-key.ts'
import type { CategoriesSought } from '#server/catalog/place/search-plan.ts'
import { aliasSets } from '#server/catalog/understand/category-aliases.ts'
import type { CategoryIndex } from '#server/catalog/understand/category-index.ts'
import { normalizedPhrase } from '#server/catalog/understand/category-words.ts'

/** A kind of business that has public pages. A search for the label finds the same places. */
export type CountedKind = { slug: string; label: string; what: CategoriesSought }

const known = new WeakMap<CategoryIndex, ReadonlyMap<string, CountedKind>>()

/** A name for use in a URL: "chicken-and-wings" for "Chicken & Wings". */
export const slugOf = (name: string): string => plainWords(name).join('-')

/** The kinds with an alias set whose categories the catalog has, by slug. */
export function countedKinds(index: CategoryIndex): ReadonlyMap<string, CountedKind> {
  const kinds = known.get(index) ?? new Map(kindsOf(index).map(kind => [kind.slug, kind]))
  known.set(index, kinds)
  return kinds
}

const kindsOf = (index: CategoryIndex): CountedKind[] =>
  aliasSets
    .flatMap(({ label }) => {
      const sense = index.senses.get(normalizedPhrase(label))
      if (sense?.label !== label) return []
      const what = {
        categoryIds: sense.categories.map(({ id }) => id),
        relatedMains: sense.relatedMains.map(({ id }) => id),
      }
      return [{ slug: slugOf(label), label, what }]
    })
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
