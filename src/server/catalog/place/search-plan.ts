import type { SortBy } from '#contract/searches.ts'
import type { Filters } from './search-filters.ts'

/** What to look for, in the catalog's own terms. Kept with a search, so that its next pages ask the same. */
export type SearchPlan = {
  /** Places of any of these categories; or, where the words name none, places whose name has all the words. */
  what: { categoryIds: number[] } | { nameWords: string[] }
  where: { lat: number; lon: number; radiusMiles: number } | { state: string }
  filters: Filters
  sortBy: SortBy
  /** True: real places alone. False: fictional ones alone, where no real source covers any of the area. */
  withoutSample: boolean
}
/** Where a page ends: the place's sort value and id. The next page begins right after it. */
export type PageKey = {
  value: number | string
  id: number
}
