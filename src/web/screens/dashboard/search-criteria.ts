import { z } from 'zod'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Problem } from '#contract/errors.ts'
import { filterFields } from '#contract/search-filters.ts'
import { SearchForm, radiusMiles, type runSearch } from '#contract/searches.ts'
import type { LoadedSearch } from '../../features/searches/loaded-search.queries.ts'

export const emptySearch: SearchForm = {
  businessType: '',
  location: '',
  radius: radiusMiles.default,
  sortBy: 'relevance',
  ...z.object(filterFields).parse({}),
}

/** What the form shows of a search that was run before. Its filters are not known. */
export function wordsOf({ search, notes }: LoadedSearch): Pick<SearchForm, 'businessType' | 'location' | 'radius'> {
  const radius = radiusMiles.options.find(miles => miles === notes?.understood.radius) ?? radiusMiles.default
  return { businessType: search.propertyType, location: search.location, radius }
}

/** The request of the form. "Any rating" is sent as no rating, and any quality likewise. */
export function toCriteria({ businessType, minRating, minQuality, ...rest }: SearchForm): BodyOf<typeof runSearch> {
  const rating = Number(minRating) || undefined
  const quality = Number(minQuality) || undefined
  return {
    businessCategory: businessType,
    ...rest,
    ...(rating === undefined ? {} : { minRating: rating }),
    ...(quality === undefined ? {} : { minQuality: quality }),
    confirmed: true,
  }
}

type Field = keyof SearchForm
const isField = (path: string): path is Field => path in SearchForm.shape

/** The errors of a refused search by form field. The API's `businessCategory` is `businessType` in the form. */
export function formIssues(problem: Problem | undefined): { field: Field; message: string }[] {
  if (problem?.errorType === 'UNKNOWN_LOCATION') return [{ field: 'location', message: problem.message }]
  return (problem?.issues ?? []).flatMap(({ path, message }) => {
    const field = path === 'businessCategory' ? 'businessType' : path
    return isField(field) ? [{ field, message }] : []
  })
}
