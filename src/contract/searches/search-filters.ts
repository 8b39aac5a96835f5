// No schemas here: the dashboard loads this file, and the validation library only when a field gets the focus.

type SearchFilter = {
  takes: 'yes or no' | 'choice' | 'words'
  /** On screen. */
  label: string
  description: string
  /** In the description of the API: the places that it leaves out. */
  leavesOut: string
  /** On screen, after "3 left out:". */
  reason: string
}

/** Every filter of a search. A filter without its schemas, SQL condition, form control, or texts does not compile. */
export const searchFilters = {
  minRating: {
    takes: 'choice',
    label: 'Minimum Rating',
    description: 'Only places with at least this rating',
    leavesOut: 'Places below the minimum rating, or without a rating',
    reason: 'rating too low',
  },
  hasWebsite: {
    takes: 'yes or no',
    label: 'Has Website',
    description: 'Only places with a website of their own. A page on Facebook or another platform does not count',
    leavesOut: 'Places without a website of their own',
    reason: 'no website of its own',
  },
  withoutWebsite: {
    takes: 'yes or no',
    label: 'Without Own Website',
    description: 'Only places without a website of their own. A page on Facebook or another platform does not count',
    leavesOut: 'Places with a website of their own',
    reason: 'has its own website',
  },
  hasPhoneNumber: {
    takes: 'yes or no',
    label: 'Has Phone Number',
    description: 'Only places with a phone number',
    leavesOut: 'Places without a phone number',
    reason: 'no phone number',
  },
  hasEmail: {
    takes: 'yes or no',
    label: 'Has Email',
    description: 'Only places with an email address',
    leavesOut: 'Places without an email address',
    reason: 'no email',
  },
  independentOnly: {
    takes: 'yes or no',
    label: 'Independent Businesses',
    description: 'Only places that are not known to belong to a chain',
    leavesOut: 'Places that belong to a chain',
    reason: 'part of a chain',
  },
  clearMatchesOnly: {
    takes: 'yes or no',
    label: 'Clear Matches Only',
    description:
      'Only places whose main category is one of those searched for, if their name, the address of their website, or a map made by people confirms it',
    leavesOut: 'Places whose kind only their source tells, and places whose main category is another one',
    reason: 'kind of business not confirmed',
  },
  minQuality: {
    takes: 'choice',
    label: 'Minimum Quality',
    description: 'Only places with at least this score, from 0 to 100',
    leavesOut: 'Places below the minimum score',
    reason: 'quality too low',
  },
  firstSeenWithinDays: {
    takes: 'choice',
    label: 'First Seen',
    description: 'Only places that first appeared in a release of these last days',
    leavesOut: 'Places that have been there for longer, or from the start',
    reason: 'not new',
  },
  keywords: {
    takes: 'words',
    label: 'Additional Keywords',
    description: 'Words in the business name; commas separate alternatives',
    leavesOut: 'Places whose name has none of the keywords',
    reason: 'keywords not found',
  },
} as const satisfies Record<string, SearchFilter>

type Filters = typeof searchFilters
export type FilterName = keyof Filters
export type YesNoFilterName = {
  [Name in FilterName]: Filters[Name]['takes'] extends 'yes or no' ? Name : never
}[FilterName]

export const filterNames = Object.keys(searchFilters) as FilterName[]
export const yesNoFilterNames = filterNames.filter(
  (name): name is YesNoFilterName => searchFilters[name].takes === 'yes or no',
)

export const perFilter = <Value>(valueOf: (name: FilterName) => Value): Record<FilterName, Value> =>
  Object.fromEntries(filterNames.map(name => [name, valueOf(name)])) as Record<FilterName, Value>
