import { filterNames, searchFilters } from '#contract/search-filters.ts'
import type { LeftOut, Understood, Search } from '#contract/searches.ts'
import { count, formatNumber, formatCriterion } from '../../shared/format.ts'

export const didYouMean = ({ category }: Understood): string | undefined =>
  category.match === 'likely' ? `Did you mean “${category.label}”?` : undefined

/** "Plumbers: 3 categories near Boulder, CO within 5 miles" */
export function understoodLine({ category, location, radius }: Understood): string {
  const place = location.statewide
    ? `in all of ${location.label}`
    : radius === null
      ? `in ${location.label}`
      : `near ${location.label} within ${count(radius, 'mile')}`
  if (category.match === 'names')
    return `We found no category with that name, so we searched business names for “${category.words}” ${place}`
  return `${category.label}: ${count(category.categoryCount, 'category', 'categories')} ${place}`
}

/** "312 left out: no rating". Omits filters that left nothing out. */
export function leftOutLines(leftOut: LeftOut): string[] {
  const { withoutRating, ...byFilter } = leftOut
  const amounts = { ...byFilter, minRating: byFilter.minRating - withoutRating }
  const reasons: [number, string][] = [
    [withoutRating, 'no rating'],
    ...filterNames.map((name): [number, string] => [amounts[name], searchFilters[name].reason]),
  ]
  return reasons
    .filter(([amount]) => amount > 0)
    .map(([amount, reason]) => `${formatNumber(amount)} left out: ${reason}`)
}

/** The name of a past search: "We Buy Homes in Boulder, CO", "auto repair in Texas (Statewide)". */
export const searchLabel = ({ propertyType, location, statewide }: Search): string =>
  `${formatCriterion(propertyType)} in ${location}${statewide ? ' (Statewide)' : ''}`
