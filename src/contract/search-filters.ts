import { z } from 'zod'

type SearchFilter = {
  /** In the body of a search. */
  criterion: z.ZodType
  /** In the search form. */
  field: z.ZodType
  /** On screen. */
  label: string
  /** In the description of the API. */
  description: string
  /** In the description of the API: the places that it leaves out. */
  leavesOut: string
  /** On screen, after "3 left out:". */
  reason: string
}

const yesNo = z.boolean().default(false)
const words = z.string().max(200).default('')

/**
 * Every filter of a search. Other code is typed by these names, so a filter without its SQL condition, form control, or
 * texts does not compile.
 */
export const searchFilters = {
  minRating: {
    criterion: z.number().min(0).max(5).optional(),
    field: z.string().default('0'),
    label: 'Minimum Rating',
    description: 'Only places with at least this rating',
    leavesOut: 'Places below the minimum rating, or without a rating',
    reason: 'rating too low',
  },
  hasWebsite: {
    criterion: yesNo,
    field: yesNo,
    label: 'Has Website',
    description: 'Only places with a website of their own. A page on Facebook or another platform does not count',
    leavesOut: 'Places without a website of their own',
    reason: 'no website of its own',
  },
  withoutWebsite: {
    criterion: yesNo,
    field: yesNo,
    label: 'Without Own Website',
    description: 'Only places without a website of their own. A page on Facebook or another platform does not count',
    leavesOut: 'Places with a website of their own',
    reason: 'has its own website',
  },
  hasPhoneNumber: {
    criterion: yesNo,
    field: yesNo,
    label: 'Has Phone Number',
    description: 'Only places with a phone number',
    leavesOut: 'Places without a phone number',
    reason: 'no phone number',
  },
  hasEmail: {
    criterion: yesNo,
    field: yesNo,
    label: 'Has Email',
    description: 'Only places with an email address',
    leavesOut: 'Places without an email address',
    reason: 'no email',
  },
  independentOnly: {
    criterion: yesNo,
    field: yesNo,
    label: 'Independent businesses only',
    description: 'Only places that are not known to belong to a chain',
    leavesOut: 'Places that belong to a chain',
    reason: 'part of a chain',
  },
  clearMatchesOnly: {
    criterion: yesNo,
    field: yesNo,
    label: 'Clear matches only',
    description:
      'Only places whose main category is one of those searched for, and whose name or website address confirms it, or a map made by people',
    leavesOut:
      'Places that only their source calls this kind of business, or that it calls so only besides another kind',
    reason: 'kind of business not confirmed',
  },
  minQuality: {
    criterion: z.number().int().min(0).max(100).optional(),
    field: z.string().default('0'),
    label: 'Minimum Quality',
    description: 'Only places with at least this score, from 0 to 100',
    leavesOut: 'Places below the minimum score',
    reason: 'quality too low',
  },
  firstSeenWithinDays: {
    criterion: z.number().int().min(1).max(3650).optional(),
    field: z.string().default('0'),
    label: 'First Seen',
    description: 'Only places that first appeared in a release of these last days',
    leavesOut: 'Places that have been there for longer, or from the start',
    reason: 'not new',
  },
  keywords: {
    criterion: words,
    field: words,
    label: 'Additional Keywords',
    description: 'Words in the business name; commas separate alternatives',
    leavesOut: 'Places whose name has none of the keywords',
    reason: 'keywords not found',
  },
} as const satisfies Record<string, SearchFilter>

type Filters = typeof searchFilters
export type FilterName = keyof Filters
/** Filters that are switched on or off. */
export type YesNoFilterName = {
  [Name in FilterName]: Filters[Name]['field'] extends typeof yesNo ? Name : never
}[FilterName]

export const filterNames = Object.keys(searchFilters) as FilterName[]
export const yesNoFilterNames = filterNames.filter(
  (name): name is YesNoFilterName => searchFilters[name].field === yesNo,
)

/** A filter that is on, with its value as a search sends it. */
export const UsedFilter = z.object({
  name: z.enum(filterNames),
  value: z.union([z.literal(true), z.number(), z.string()]),
})
export type UsedFilter = z.infer<typeof UsedFilter>

/** The filters that are on. A value of 0, false, or no words means off. */
export const usedFilters = (criteria: Readonly<Record<string, unknown>>): UsedFilter[] =>
  filterNames.flatMap(name => {
    const used = UsedFilter.safeParse({ name, value: criteria[name] })
    return used.success && used.data.value !== 0 && used.data.value !== '' ? used.data : []
  })

/** One value for each filter. */
export const perFilter = <Value>(valueOf: (name: FilterName) => Value): Record<FilterName, Value> =>
  Object.fromEntries(filterNames.map(name => [name, valueOf(name)])) as Record<FilterName, Value>

export const filterCriteria = perFilter(name => searchFilters[name].criterion) as {
  [Name in FilterName]: Filters[Name]['criterion']
}
export const filterFields = perFilter(name => searchFilters[name].field) as {
  [Name in FilterName]: Filters[Name]['field']
}
