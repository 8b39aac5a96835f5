import type { UsedFilter } from '#contract/searches/search-filter-schemas.ts'
import { type FilterName, filterNames, searchFilters } from '#contract/searches/search-filters.ts'
import { firstSeenChoices, minQualities, minRatings } from '#contract/searches/search-options.ts'
import type { LeftOut, Search, Understood } from '#contract/searches/searches.ts'
import { count, formatCriterion, formatDayOf, formatNumber } from '../../shared/format.ts'

export const didYouMean = ({ category }: Understood): string | undefined =>
  category.match === 'likely' ? `Did you mean “${category.label}”?` : undefined

/** "Plumbers: 3 categories near Boulder, CO within 5 miles" */
export function understoodLine({ category, location, radius }: Understood): string {
  const place = location.statewide
    ? `in all of ${location.label}`
    : radius === null
      ? `in ${location.label}`
      : `near ${location.label} within ${count(radius, 'mile')}`
  const [, quoted] = /^\s*["“](.*)["”]\s*$/.exec(category.words) ?? []
  if (category.match === 'names' && quoted !== undefined) return `Businesses named “${quoted}” ${place}`
  if (category.match === 'names')
    return `We found no category with that name, so we searched business names for “${category.words}” ${place}`
  return `${category.label}: ${categoriesOf(category)} ${place}`
}

const NAMED_CATEGORIES = 2

/** "8 categories", or the names if only a few were chosen. */
export function categoriesOf({ categoryCount, contains }: Understood['category']): string {
  const searched = contains.flatMap(({ label, isSearched }) => (isSearched ? label : []))
  if (searched.length < contains.length && searched.length <= NAMED_CATEGORIES) return searched.join(' and ')
  return count(categoryCount, 'category', 'categories')
}

/** "312 left out: no rating". Omits filters that left nothing out. */
export function leftOutLines(leftOut: LeftOut): string[] {
  const { withoutRating, owned, ...byFilter } = leftOut
  const amounts = { ...byFilter, minRating: byFilter.minRating - withoutRating }
  const reasons: [number, string][] = [
    [owned, 'you have or know them'],
    [withoutRating, 'no rating'],
    ...filterNames.map((name): [number, string] => [amounts[name], searchFilters[name].reason]),
  ]
  return reasons
    .filter(([amount]) => amount > 0)
    .map(([amount, reason]) => `${formatNumber(amount)} left out: ${reason}`)
}

const choicesOf: Partial<Record<FilterName, readonly { value: string; label: string }[]>> = {
  minRating: minRatings,
  minQuality: minQualities,
  firstSeenWithinDays: firstSeenChoices,
}

/** The label of a choice in the form, or of a value that the form does not offer, such as one of an API call. */
export function choiceWords(name: FilterName, value: number): string {
  const choice = choicesOf[name]?.find(one => Number(one.value) === value)?.label
  return (
    choice ??
    (name === 'firstSeenWithinDays' ? `Last ${value === 1 ? 'day' : count(value, 'day')}` : `${formatNumber(value)}+`)
  )
}

/** The label of an active filter, in the words of the search form: "Has Website", "4+ stars", “family-owned”. */
export function filterWords({ name, value }: UsedFilter): string {
  const { label } = searchFilters[name]
  if (typeof value === 'string') return `“${value}”`
  if (typeof value !== 'number') return label
  const choice = choiceWords(name, value)
  return name === 'minRating' ? choice : `${label.replace('Minimum ', '')}: ${choice}`
}

/** "Boulder, CO", "Texas (Statewide)" */
export const locationWords = ({ location, statewide }: Pick<Search, 'location' | 'statewide'>): string =>
  statewide ? `${location} (Statewide)` : location

/** The name of a past search: "We Buy Homes in Boulder, CO", "auto repair in Texas (Statewide)". */
export const searchLabel = (search: Search): string =>
  `${formatCriterion(search.propertyType)} in ${locationWords(search)}`

/** The facts that tell past searches with the same name apart: "Apr 15, 2026 · 142 found · 5 miles · Has Website". */
export const searchDetails = ({ createdAt, total, radius, filters, withoutCategories, ...options }: Search): string => {
  const left = withoutCategories.length
  return [
    formatDayOf(createdAt),
    `${formatNumber(total)} found`,
    ...(radius === null ? [] : [count(radius, 'mile')]),
    ...filters.map(filterWords),
    ...(options.mainCategoryOnly ? ['main categories only'] : []),
    ...(left > 0 ? [`without ${count(left, 'category', 'categories')}`] : []),
    ...(options.skipOwned ? ['without leads you had and businesses you knew'] : []),
    ...(options.maxNewPulls === null ? [] : [`at most ${count(options.maxNewPulls, 'new lead')}`]),
  ].join(' · ')
}
