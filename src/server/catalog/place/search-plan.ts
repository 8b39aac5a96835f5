import type { SortBy } from '#contract/searches/search-form.ts'
import type { Area } from './area.ts'
import type { Filters } from './search-filters.ts'

export type CategoriesSought = {
  categoryIds: number[]
  /**
   * The main categories with which a place may have one of `categoryIds` only as a further category. If this is empty,
   * the main category must be one of `categoryIds`.
   */
  relatedMains: number[]
}

/** A search in the catalog's terms. It is stored with the search, so that all pages use the same plan. */
export type SearchPlan = {
  /** Places in any of these categories, or whose names contain all of these words. */
  what: CategoriesSought | { nameWords: string[] }
  where: { anyOf: Area[] }
  filters: Filters
  sortBy: SortBy
  /** True: finds only real places. False: finds only samples, because no real source covers any part of the area. */
  withoutSample: boolean
  /** If set, only places that were news of this saved search are found. */
  newsOf?: number | undefined
}
/** The end of a page: the sort value and the id of its last place. The next page starts after it. */
export type PageKey = {
  value: number | string
  id: number
}
