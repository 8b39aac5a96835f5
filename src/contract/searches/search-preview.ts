import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UsedFilter } from './search-filter-schemas.ts'
import { yesNoFilterNames } from './search-filters.ts'
import { minQualities, minRatings } from './search-options.ts'
import { AreaSearchCriteria, SearchCriteria, Understood } from './searches.ts'

/** At most this many matches of a preview are compared with the user's leads. */
export const maxComparedMatches = 10_000

export const maxRelated = 3
export const maxTownsWithMatches = 2
export const maxCountedAreas = 50

/** The choices of the search form whose matches a preview counts. */
export const countedChoices: readonly UsedFilter[] = [
  ...yesNoFilterNames.map(name => ({ name, value: true as const })),
  ...choicesOf('minRating', minRatings),
  ...choicesOf('minQuality', minQualities),
]
function choicesOf(name: 'minRating' | 'minQuality', options: readonly { value: string }[]): UsedFilter[] {
  return options.map(({ value }) => ({ name, value: Number(value) })).filter(({ value }) => value > 0)
}

export const FilterCount = UsedFilter.extend({
  matches: z.number().int(),
})
export type FilterCount = z.infer<typeof FilterCount>

/** Its fields are described in `public-api/api-v1-work-schemas.ts`. */
export const SearchPreview = z.object({
  understood: Understood,
  matches: z.number().int(),
  filterCounts: z.array(FilterCount).max(countedChoices.length),
  related: z.array(z.object({ category: z.string(), matches: z.number().int() })).max(maxRelated),
  /** The nearest towns where this search would find something, if nothing matches. `location` is understood as certain. */
  towns: z
    .array(z.object({ location: z.string(), miles: z.number().int(), matches: z.number().int() }))
    .max(maxTownsWithMatches),
  areas: z.array(z.object({ label: z.string(), matches: z.number().int() })).max(maxCountedAreas),
  owned: z.number().int().nullable(),
  known: z.number().int().nullable(),
  doNotContact: z.number().int(),
  searches: z.number().int(),
  pulls: z.number().int(),
  pullsLeft: z.number().int(),
  coverage: z.enum(['full', 'partial']),
  isSample: z.boolean(),
})
export type SearchPreview = z.infer<typeof SearchPreview>

/** Errors of a search that its preview only mentions: the user may still be typing. */
const mentioned = [
  'CATEGORY_UNSURE',
  'AMBIGUOUS_LOCATION',
  'UNKNOWN_LOCATION',
  'AREA_NOT_LOADED',
  'AREA_BEING_PREPARED',
] as const
export const MentionedError = z.enum(mentioned)
export type MentionedError = z.infer<typeof MentionedError>

/** Why there is no preview: the search would ask, or find nothing. */
export const NoPreview = z.object({ errorType: MentionedError, message: z.string() })
export type NoPreview = z.infer<typeof NoPreview>

/** What a search would find and cost at most; costs nothing and is not listed. */
export const previewSearch = endpoint('POST', '/api/search/preview', {
  limit: 'preview',
  body: SearchCriteria,
  replies: { 200: SearchPreview, 202: NoPreview },
})

export const previewAreaSearch = endpoint('POST', '/api/area-searches/preview', {
  limit: 'preview',
  body: AreaSearchCriteria,
  replies: { 200: SearchPreview, 202: NoPreview },
  bodyLimitBytes: 1_000_000,
})
