import type { SearchCriteria } from '#contract/searches.ts'
import { nameSort } from '#server/catalog/place/name-order.ts'
import { type Filters, hasFilters } from '#server/catalog/place/search-plan.ts'

const MAX_NAME_WORDS = 8
const MAX_KEYWORDS = 8

/** The user's words for a category, under the field's newer or older name. */
export const categoryWordsOf = (criteria: SearchCriteria): string =>
  criteria.businessCategory ?? criteria.propertyType ?? ''

/** Filters of the criteria. Commas in the keywords separate alternatives. */
export const filtersOf = (criteria: SearchCriteria): Filters => ({
  // The catalog's ratings have single precision; the database refuses what is too small for it.
  minRating: Math.fround(criteria.minRating ?? 0),
  hasWebsite: criteria.hasWebsite,
  hasPhone: criteria.hasPhoneNumber,
  keywords: criteria.keywords
    .split(',')
    .map(nameSort)
    .filter(phrase => phrase !== '')
    .slice(0, MAX_KEYWORDS),
})

export const usesAdvancedFilters = (criteria: SearchCriteria): boolean => hasFilters(filtersOf(criteria))

/** The words that a business name must have when no category fits. */
export const nameWordsOf = (words: string): string[] =>
  [...new Set(nameSort(words).split(' '))].filter(word => word !== '').slice(0, MAX_NAME_WORDS)
