import { noFilters } from '#server/catalog/place/search-filters.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { type BigCatalog, CATEGORIES } from './big-catalog.ts'
import type { Question } from './memory-search.ts'
import { randomOf } from './random.ts'

const RADII = [1, 5, 10, 15, 20, 25, 30]

/** Searches for sets of `keys` categories with all radii of the form, located where the places are. */
export function questionsOf(catalog: BigCatalog, { count, keys }: { count: number; keys: number }): Question[] {
  const random = randomOf(keys)
  return Array.from({ length: count }, () => {
    const near = Math.floor(random() * catalog.count)
    const ids = new Set<number>()
    while (ids.size < keys) ids.add(1 + Math.floor(CATEGORIES * (keys < 10 ? random() ** 2 : random())))
    return {
      lat: catalog.lat[near] ?? 0,
      lon: catalog.lon[near] ?? 0,
      radiusMiles: RADII[Math.floor(random() * RADII.length)] ?? 25,
      categoryIds: [...ids],
    }
  })
}

export const planOf = ({ lat, lon, radiusMiles, categoryIds }: Question): SearchPlan => ({
  what: { categoryIds, relatedMains: Array.from({ length: CATEGORIES }, (_, index) => index + 1) },
  where: { anyOf: [{ lat, lon, radiusMiles }] },
  filters: noFilters,
  sortBy: 'relevance',
  withoutSample: true,
})
