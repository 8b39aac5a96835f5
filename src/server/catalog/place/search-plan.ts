import type { SortBy } from '#contract/searches/search-form.ts'
import type { Area } from './area.ts'
import type { Filters } from './search-filters.ts'

export type CategoriesSought = {
  categoryIds: number[]
  /**
   * A place that has one of the categories only as a further category is found if its main category is one of these.
   * Empty: main categories only. Absent in older stored plans: any main category.
   */
  sideWith?: number[] | undefined
}

/** What to search for, in the catalog's terms. Stored with a search, so that its next pages use the same plan. */
export type SearchPlan = {
  /** Places in any of these categories, or, if the words name no category, places whose names contain all the words. */
  what: CategoriesSought | { nameWords: string[] }
  /** Places in any of these areas. */
  where: { anyOf: Area[] }
  filters: Filters
  sortBy: SortBy
  /** True for real places only. False for sample places only, if no real source covers any part of the area. */
  withoutSample: boolean
}
/** The position at which a page ends: the sort value and id of its last place. The next page starts right after it. */
export type PageKey = {
  value: number | string
  id: number
}
