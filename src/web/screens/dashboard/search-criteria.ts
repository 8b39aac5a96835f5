import { z } from 'zod'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Problem } from '#contract/errors.ts'
import { filterFields } from '#contract/search-filters.ts'
import { radiusMiles, type runAreaSearch, type runSearch, type SearchedArea, SearchForm } from '#contract/searches.ts'
import type { LoadedSearch } from '../../features/searches/loaded-search.queries.ts'

export const emptySearch: SearchForm = {
  businessType: '',
  location: '',
  radius: radiusMiles.default,
  skipOwned: false,
  maxNewPulls: '',
  sortBy: 'relevance',
  ...z.object(filterFields).parse({}),
}

/** What the form shows of a search that was run before. */
export function formOf({ search }: Pick<LoadedSearch, 'search'>): SearchForm {
  const filters = search.filters.map(({ name, value }) => [name, typeof value === 'number' ? String(value) : value])
  return {
    ...emptySearch,
    ...Object.fromEntries(filters),
    businessType: search.propertyType,
    location: search.areas.length > 0 ? search.areas.map(wordsOf).join('; ') : search.location,
    skipOwned: search.skipOwned,
    maxNewPulls: search.maxNewPulls?.toString() ?? '',
    radius: radiusMiles.options.find(miles => miles === search.radius) ?? radiusMiles.default,
  }
}

const wordsOf = (area: SearchedArea): string => ('place' in area ? area.place : '')

/** The request of the form. "Any rating" is sent as no rating; the same goes for the other options that are off. */
export function toCriteria(form: SearchForm): BodyOf<typeof runSearch> {
  const { businessType, minRating, minQuality, firstSeenWithinDays, maxNewPulls, skipOwned, ...rest } = form
  const numbers = { minRating, minQuality, firstSeenWithinDays, maxNewPulls }
  const set = Object.entries(numbers).flatMap(([name, value]) => (Number(value) > 0 ? [[name, Number(value)]] : []))
  return {
    businessCategory: businessType,
    ...rest,
    ...(Object.fromEntries(set) as Partial<Record<keyof typeof numbers, number>>),
    ...(skipOwned && { skipOwned }),
    confirmed: true,
  }
}

type Field = keyof SearchForm
const isField = (path: string): path is Field => path in SearchForm.shape

/** The places that the form names. */
const placesOf = ({ location }: SearchForm): string[] =>
  location
    .split(';')
    .map(place => place.trim())
    .filter(place => place !== '')

/** Where the last of several places begins. */
export const startOfLastPlace = (location: string): number => location.lastIndexOf(';') + 1

/** The request of a form that names several places; undefined for a single one. */
export function toAreaCriteria(form: SearchForm): BodyOf<typeof runAreaSearch> | undefined {
  const places = placesOf(form)
  if (places.length < 2) return undefined
  const { location: _location, ...criteria } = toCriteria(form)
  return { ...criteria, businessCategory: form.businessType, areas: places.map(place => ({ place })) }
}

/** The errors of a refused search by form field. The API's `businessCategory` is `businessType` in the form. */
export function formIssues(problem: Problem | undefined): { field: Field; message: string }[] {
  if (problem?.errorType === 'UNKNOWN_LOCATION') return [{ field: 'location', message: problem.message }]
  return (problem?.issues ?? []).flatMap(({ path, message }) => {
    const field = path === 'businessCategory' ? 'businessType' : path.startsWith('areas.') ? 'location' : path
    return isField(field) ? [{ field, message }] : []
  })
}
