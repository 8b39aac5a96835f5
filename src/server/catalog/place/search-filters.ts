import type { UsedFilter } from '#contract/searches/search-filter-schemas.ts'
import { type FilterName, filterNames, perFilter, type YesNoFilterName } from '#contract/searches/search-filters.ts'
import type { SearchCriteria } from '#contract/searches/searches.ts'
import { daysBefore } from '#server/platform/basics/clock.ts'
import { nameSort } from './name-order.ts'
import { ownWebsiteIn, placeFlags } from './place-flags.ts'

const MAX_KEYWORDS = 8
/** The relevance of a place is its score. This is added if its main category is searched for. */
const MAIN_CATEGORY = 101

/** The filters of a search, in the catalog's terms. */
export type Filters = Record<YesNoFilterName, boolean> & {
  /** 0 means any. */
  minRating: number
  /** 0 means any. */
  minQuality: number
  /** Only places first seen on this day (YYYY-MM-DD) or later; empty means any. */
  firstSeenWithinDays: string
  /** The business name must contain one of these phrases, in the format of `nameSort`. */
  keywords: string[]
}

type Bind = (value: unknown) => string
type FilterRule<Value> = {
  /** The value that turns the filter off. */
  off: Value
  valueOf: (criteria: SearchCriteria, now: Date) => Value
  isOn: (value: Value) => boolean
  /**
   * The SQL condition on a row of the search's scan. It can use two earlier steps of the statement: `everything` has
   * all rows of the scan, and `named` has the ids of places with a keyword.
   */
  condition: (value: Value, bind: Bind, what: object) => string
}

const yesNo = (name: YesNoFilterName, condition: (what: object) => string): FilterRule<boolean> => ({
  off: false,
  valueOf: criteria => criteria[name],
  isOn: value => value,
  condition: (_value, _bind, what) => condition(what),
})
const flagged = (name: YesNoFilterName, flag: number, is: '<> 0' | '= 0' = '<> 0'): FilterRule<boolean> =>
  yesNo(name, () => `flags & ${flag} ${is}`)

const rules: { [Name in FilterName]: FilterRule<Filters[Name]> } = {
  minRating: {
    off: 0,
    // Ratings in the catalog have single precision, and the database rejects numbers that are too small for it.
    valueOf: ({ minRating }) => Math.fround(minRating ?? 0),
    isOn: value => value > 0,
    condition: (value, bind) => `rating >= ${bind(value)}::real`,
  },
  hasWebsite: yesNo('hasWebsite', () => ownWebsiteIn('flags')),
  withoutWebsite: yesNo('withoutWebsite', () => `NOT (${ownWebsiteIn('flags')})`),
  hasPhoneNumber: flagged('hasPhoneNumber', placeFlags.phone),
  hasEmail: flagged('hasEmail', placeFlags.email),
  independentOnly: flagged('independentOnly', placeFlags.brand, '= 0'),
  // The category that is confirmed, or that the name tells, has the relevance of a main one. A search by name has none.
  clearMatchesOnly: yesNo('clearMatchesOnly', what =>
    'categoryIds' in what
      ? `flags & ${placeFlags.kindConfirmed | placeFlags.namedOtherwise} <> 0 AND relevance >= ${MAIN_CATEGORY}`
      : `flags & ${placeFlags.kindConfirmed} <> 0`,
  ),
  minQuality: {
    off: 0,
    valueOf: ({ minQuality }) => minQuality ?? 0,
    isOn: value => value > 0,
    condition: (value, bind) => `relevance % ${MAIN_CATEGORY} >= ${bind(value)}::int`,
  },
  firstSeenWithinDays: {
    off: '',
    valueOf: ({ firstSeenWithinDays: days }, now) =>
      days === undefined ? '' : daysBefore(now, days).toISOString().slice(0, 10),
    isOn: value => value !== '',
    condition: (value, bind) =>
      `id IN (SELECT p.id FROM place p WHERE p.id IN (SELECT id FROM everything) AND p.first_seen_on >= ${bind(value)})`,
  },
  keywords: {
    off: [],
    valueOf: ({ keywords }) =>
      keywords
        .split(',')
        .map(nameSort)
        .filter(phrase => phrase !== '')
        .slice(0, MAX_KEYWORDS),
    isOn: value => value.length > 0,
    condition: () => 'id IN (SELECT id FROM named)',
  },
}

export const noFilters = perFilter<unknown>(name => rules[name].off) as Filters

/** The filters of a new search. Commas in the keywords separate alternatives. */
export const filtersOf = (criteria: SearchCriteria, now: Date): Filters =>
  perFilter<unknown>(name => rules[name].valueOf(criteria, now)) as Filters

const ruleOf = (name: FilterName): FilterRule<unknown> => rules[name] as FilterRule<unknown>

export const hasFilters = (filters: Filters): boolean => filterNames.some(name => ruleOf(name).isOn(filters[name]))

/** The filters of a search, and what it looks for: categories, or the words of a name. */
type Searched = { filters: Filters; what: object }

/** The SQL condition of each filter; null if the filter is off. */
export const filterConditions = ({ filters, what }: Searched, bind: Bind): Record<FilterName, string | null> =>
  perFilter(name => (ruleOf(name).isOn(filters[name]) ? ruleOf(name).condition(filters[name], bind, what) : null))

/** The SQL condition of a filter with a value of the search form. */
export function choiceCondition({ name, value }: UsedFilter, { what }: Searched, bind: Bind): string {
  const { valueOf, condition } = ruleOf(name)
  return condition(valueOf({ [name]: value } as unknown as SearchCriteria, new Date(0)), bind, what)
}

/** The filters of a stored search. It may be older than some filters. `hasPhone` is an old name of `hasPhoneNumber`. */
export const storedFilters = ({
  hasPhone = false,
  ...filters
}: Partial<Filters> & { hasPhone?: boolean }): Filters => ({
  ...noFilters,
  hasPhoneNumber: hasPhone,
  ...filters,
})
