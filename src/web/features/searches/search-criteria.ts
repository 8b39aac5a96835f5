import type { BodyOf } from '#contract/endpoint.ts'
import type { Problem } from '#contract/errors.ts'
import type { Outline, SearchedArea } from '#contract/searches/search-areas.ts'
import { type FilterName, perFilter, searchFilters } from '#contract/searches/search-filters.ts'
import type { SearchForm } from '#contract/searches/search-form.ts'
import { radiusMiles } from '#contract/searches/search-options.ts'
import type { runAreaSearch, runSearch } from '#contract/searches/searches.ts'
import type { LoadedSearch } from './loaded-search.queries.ts'

const off = { 'yes or no': false, choice: '0', words: '' }

export const emptySearch: SearchForm = {
  businessType: '',
  location: '',
  outlines: [],
  radius: radiusMiles.default,
  skipOwned: false,
  maxNewPulls: '',
  sortBy: 'relevance',
  ...(perFilter(name => off[searchFilters[name].takes]) as Pick<SearchForm, FilterName>),
}

/** What the form shows of a search that was run before. */
export function formOf({ search }: Pick<LoadedSearch, 'search'>): SearchForm {
  const filters = search.filters.map(({ name, value }) => [name, typeof value === 'number' ? String(value) : value])
  return {
    ...emptySearch,
    ...Object.fromEntries(filters),
    businessType: search.propertyType,
    ...(search.areas.length > 0 ? whereOf(search.areas) : { location: search.location }),
    skipOwned: search.skipOwned,
    maxNewPulls: search.maxNewPulls?.toString() ?? '',
    sortBy: search.sortBy,
    radius: radiusMiles.options.find(miles => miles === search.radius) ?? radiusMiles.default,
  }
}

type Where = Pick<SearchForm, 'location' | 'outlines'>

/** How the form names its drawn areas, from 0. */
const outlineName = (index: number): string => `Drawn area ${index + 1}`

function whereOf(areas: readonly SearchedArea[]): Where {
  const outlines = areas.flatMap(area => ('polygon' in area ? [area.polygon] : []))
  const words = areas.map(area => ('place' in area ? area.place : outlineName(outlines.indexOf(area.polygon))))
  return { location: words.join('; '), outlines }
}

/** The same search in one drawn area. */
export const withOutline = (form: SearchForm, outline: Outline): SearchForm => ({
  ...form,
  location: outlineName(0),
  outlines: [outline],
})

/** Replaces the last place of the location with a drawn area. */
export function putOutline({ location, outlines }: Where, outline: Outline): Where {
  const { outline: changed } = lastPlaceOf({ location, outlines })
  if (changed !== null) return { location, outlines: outlines.map(one => (one === changed ? outline : one)) }
  const before = location.slice(0, startOfLastPlace(location))
  const name = outlineName(outlines.length)
  return { location: before === '' ? name : `${before} ${name}`, outlines: [...outlines, outline] }
}

/** The last place of the location: its words, and its outline if it is a drawn area. */
export function lastPlaceOf({ location, outlines }: Where): { place: string; outline: Outline | null } {
  const place = location.slice(startOfLastPlace(location)).trim()
  return { place, outline: outlineNamed(place, outlines) ?? null }
}

function outlineNamed(place: string, outlines: readonly Outline[]): Outline | undefined {
  const number = /^drawn area (\d+)$/i.exec(place.trim())?.[1]
  return number === undefined ? undefined : outlines[Number(number) - 1]
}

/** The request of the form. Choices that are off, such as "Any rating", are not sent. */
export function toCriteria(form: SearchForm): BodyOf<typeof runSearch> {
  const {
    businessType,
    outlines: _outlines,
    minRating,
    minQuality,
    firstSeenWithinDays,
    maxNewPulls,
    skipOwned,
    ...rest
  } = form
  const numbers = { minRating, minQuality, firstSeenWithinDays }
  const set = Object.entries(numbers).flatMap(([name, value]) => (Number(value) > 0 ? [[name, Number(value)]] : []))
  return {
    businessCategory: businessType,
    ...rest,
    ...(Object.fromEntries(set) as Partial<Record<keyof typeof numbers, number>>),
    ...(skipOwned && { skipOwned }),
    // If the schema did not load, this may be no number. The server then refuses it, because no limit would cost more.
    ...(maxNewPulls.trim() !== '' && { maxNewPulls: Number(maxNewPulls.replace(/,(?=\d{3}\s*$)/, '')) }),
    confirmed: true,
  }
}

const placesOf = ({ location }: Pick<SearchForm, 'location'>): string[] =>
  location
    .split(';')
    .map(place => place.trim())
    .filter(place => place !== '')

/** Drawn areas have no radius. */
export function hasOnlyOutlines(where: Where): boolean {
  const places = placesOf(where)
  return places.length > 0 && places.every(place => outlineNamed(place, where.outlines) !== undefined)
}

/** Where the last of several places begins. */
export const startOfLastPlace = (location: string): number => location.lastIndexOf(';') + 1

/** The request of a form that names several places, or drawn areas; undefined for a single place. */
export function toAreaCriteria(form: SearchForm): BodyOf<typeof runAreaSearch> | undefined {
  const areas = placesOf(form).map((place): SearchedArea => {
    const polygon = outlineNamed(place, form.outlines)
    return polygon === undefined ? { place } : { polygon }
  })
  if (areas.length < 2 && areas.every(area => 'place' in area)) return undefined
  const { location: _location, ...criteria } = toCriteria(form)
  return { ...criteria, businessCategory: form.businessType, areas }
}

/** The errors of a refused search by form field. The API's `businessCategory` is `businessType` in the form. */
export function formIssues(problem: Problem | undefined): { path: string; message: string }[] {
  if (problem?.errorType === 'UNKNOWN_LOCATION') return [{ path: 'location', message: problem.message }]
  return (problem?.issues ?? []).flatMap(({ path, message }) => {
    const field = path === 'businessCategory' ? 'businessType' : path.startsWith('areas.') ? 'location' : path
    return field in emptySearch ? [{ path: field, message }] : []
  })
}
