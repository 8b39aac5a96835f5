import type { UsedFilter } from '#contract/searches/search-filter-schemas.ts'
import { type FilterName, perFilter } from '#contract/searches/search-filters.ts'
import { ownWebsiteIn, placeFlags } from '#server/catalog/place/place-flags.ts'
import { type Filters, filterValue, isFilterOn } from '#server/catalog/place/search-filters.ts'
import type { Bind } from './statement.ts'

/** The relevance of a place is its score. This is added if its main category is searched for. */
export const MAIN_CATEGORY = 101

/**
 * The SQL condition on a row of the search's scan. It can use two earlier steps of the statement: `everything` has all rows
 * of the scan, and `named` has the ids of places with a keyword.
 */
type Condition<Value> = (value: Value, bind: Bind, what: object) => string

const flagged =
  (flag: number, is: '<> 0' | '= 0' = '<> 0'): Condition<boolean> =>
  () =>
    `flags & ${flag} ${is}`

const conditions: { [Name in FilterName]: Condition<Filters[Name]> } = {
  minRating: (value, bind) => `rating >= ${bind(value)}::real`,
  hasWebsite: () => ownWebsiteIn('flags'),
  withoutWebsite: () => `NOT (${ownWebsiteIn('flags')})`,
  hasPhoneNumber: flagged(placeFlags.phone),
  hasEmail: flagged(placeFlags.email),
  independentOnly: flagged(placeFlags.brand, '= 0'),
  // The category that is confirmed, or that the name tells, has the relevance of a main one. A search by name has none.
  clearMatchesOnly: (_value, _bind, what) =>
    'categoryIds' in what
      ? `flags & ${placeFlags.kindConfirmed | placeFlags.namedOtherwise} <> 0 AND relevance >= ${MAIN_CATEGORY}`
      : `flags & ${placeFlags.kindConfirmed} <> 0`,
  minQuality: (value, bind) => `relevance % ${MAIN_CATEGORY} >= ${bind(value)}::int`,
  firstSeenWithinDays: (value, bind) =>
    `id IN (SELECT p.id FROM place p WHERE p.id IN (SELECT id FROM everything) AND p.first_seen_on >= ${bind(value)})`,
  keywords: () => 'id IN (SELECT id FROM named)',
}
const conditionOf = (name: FilterName): Condition<unknown> => conditions[name] as Condition<unknown>

type Searched = { filters: Filters; what: object }

/** The SQL condition of each filter; null if the filter is off. */
export const filterConditions = ({ filters, what }: Searched, bind: Bind): Record<FilterName, string | null> =>
  perFilter(name => (isFilterOn(filters, name) ? conditionOf(name)(filters[name], bind, what) : null))

/** The SQL condition of a filter with a value of the search form. */
export const choiceCondition = (used: UsedFilter, { what }: Searched, bind: Bind): string =>
  conditionOf(used.name)(filterValue(used), bind, what)
