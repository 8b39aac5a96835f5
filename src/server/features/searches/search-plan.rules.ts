import { wordsOfAreas } from '#contract/searches/area-words.ts'
import type { AreaSearchCriteria, SearchCriteria } from '#contract/searches/searches.ts'
import { nameSort } from '#server/catalog/place/name-order.ts'
import { filtersOf, hasFilters } from '#server/catalog/place/search-filters.ts'

const MAX_NAME_WORDS = 8

/** The user's words for a category. The field has a new and an old name. */
export const categoryWordsOf = (criteria: SearchCriteria): string =>
  criteria.businessCategory ?? criteria.propertyType ?? ''

/** How many searches of the quota it costs: one for each area. */
export const searchesOf = ({ areas }: SearchCriteria): number => areas?.length ?? 1

export const usesAdvancedFilters = (criteria: SearchCriteria): boolean => hasFilters(filtersOf(criteria, new Date(0)))

/** The words that a business name must contain if no category fits. */
export const nameWordsOf = (words: string): string[] =>
  [...new Set(nameSort(words).split(' '))].filter(word => word !== '').slice(0, MAX_NAME_WORDS)

/** Turns a search in several areas into the form of a normal search. */
export const oneSearchOf = ({ areas, ...criteria }: AreaSearchCriteria): SearchCriteria => ({
  ...criteria,
  areas,
  location: wordsOfAreas(areas),
})
