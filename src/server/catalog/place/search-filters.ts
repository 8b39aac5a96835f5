import type { UsedFilter } from '#contract/searches/search-filter-schemas.ts'
import { type FilterName, filterNames, perFilter, type YesNoFilterName } from '#contract/searches/search-filters.ts'
import type { SearchCriteria } from '#contract/searches/searches.ts'
import { daysBefore } from '#server/platform/basics/clock.ts'
import { nameSort } from './name-order.ts'

const MAX_KEYWORDS = 8

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

type FilterRule<Value> = {
  off: Value
  valueOf: (criteria: SearchCriteria, now: Date) => Value
  isOn: (value: Value) => boolean
}

const yesNo = (name: YesNoFilterName): FilterRule<boolean> => ({
  off: false,
  valueOf: criteria => criteria[name],
  isOn: value => value,
})

/** The SQL of each filter is in `search-filters.sql.ts`. */
const rules: { [Name in FilterName]: FilterRule<Filters[Name]> } = {
  minRating: {
    off: 0,
    // Ratings in the catalog have single precision, and the database rejects numbers that are too small for it.
    valueOf: ({ minRating }) => Math.fround(minRating ?? 0),
    isOn: value => value > 0,
  },
  hasWebsite: yesNo('hasWebsite'),
  withoutWebsite: yesNo('withoutWebsite'),
  hasPhoneNumber: yesNo('hasPhoneNumber'),
  hasEmail: yesNo('hasEmail'),
  independentOnly: yesNo('independentOnly'),
  clearMatchesOnly: yesNo('clearMatchesOnly'),
  minQuality: {
    off: 0,
    valueOf: ({ minQuality }) => minQuality ?? 0,
    isOn: value => value > 0,
  },
  firstSeenWithinDays: {
    off: '',
    valueOf: ({ firstSeenWithinDays: days }, now) =>
      days === undefined ? '' : daysBefore(now, days).toISOString().slice(0, 10),
    isOn: value => value !== '',
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
  },
}

export const noFilters = perFilter<unknown>(name => rules[name].off) as Filters

/** The filters of a new search. Commas in the keywords separate alternatives. */
export const filtersOf = (criteria: SearchCriteria, now: Date): Filters =>
  perFilter<unknown>(name => rules[name].valueOf(criteria, now)) as Filters

const ruleOf = (name: FilterName): FilterRule<unknown> => rules[name] as FilterRule<unknown>

export const isFilterOn = (filters: Filters, name: FilterName): boolean => ruleOf(name).isOn(filters[name])

export const hasFilters = (filters: Filters): boolean => filterNames.some(name => isFilterOn(filters, name))

export const filterValue = ({ name, value }: UsedFilter): unknown =>
  ruleOf(name).valueOf({ [name]: value } as unknown as SearchCriteria, new Date(0))

/** The filters of a stored search. It may be older than some filters. */
export const storedFilters = (filters: Partial<Filters>): Filters => ({ ...noFilters, ...filters })
