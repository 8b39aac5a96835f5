import { z } from 'zod'
import { filterFields } from '#contract/search-filters.ts'
import type { SearchForm } from '#contract/searches.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { radiusMiles, type runSearch } from '#contract/searches.ts'

export const emptySearch: SearchForm = {
  businessType: '',
  location: '',
  radius: radiusMiles.default,
  sortBy: 'relevance',
  ...z.object(filterFields).parse({}),
}

/** The request of the form. "Any rating" is sent as no rating. */
export function toCriteria({ businessType, minRating, ...rest }: SearchForm): BodyOf<typeof runSearch> {
  const rating = Number(minRating) || undefined
  return {
    businessCategory: businessType,
    ...rest,
    ...(rating === undefined ? {} : { minRating: rating }),
    confirmed: true,
  }
}
