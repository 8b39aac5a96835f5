import { z } from 'zod'
import { AreaLoad } from '../area-load.ts'
import { endpoint } from '../endpoint.ts'
import { Lead } from '../leads/leads.ts'
import { ListQuery, listOf } from '../lists.ts'
import { LongRowId } from '../row-id.ts'
import { LocationWords, maxAreas, SearchedArea } from './search-areas.ts'
import { filterCriteria, UsedFilter } from './search-filter-schemas.ts'
import { perFilter } from './search-filters.ts'
import { categoryMessage, CategoryWords, Radius, SortBy } from './search-form.ts'
import { radiusMiles } from './search-options.ts'

const mostPulls = 999_999
const otherCriteria = {
  /** Only businesses whose main category is one of those searched. */
  mainCategoryOnly: z.boolean().default(false),
  /** Keys of the only categories to search, from `understood.category.contains`. Empty: all that the words mean. */
  categories: z.array(z.string().min(1).max(100)).max(500).default([]),
  /** Keys of categories to leave out, from `understood.category.contains`. */
  withoutCategories: z.array(z.string().min(1).max(100)).max(500).default([]),
  ...filterCriteria,
  skipOwned: z.boolean().default(false),
  /** Contact pulls that all pages together cost at most. The search ends there. */
  maxNewPulls: z.number().int().min(1).max(mostPulls).optional(),
  sortBy: SortBy.default('relevance'),
  confirmed: z.boolean().default(false),
  /** If the category is uncertain, search its likeliest meaning instead of asking. */
  acceptGuess: z.boolean().default(false),
}
/** The body of a search, with the newer names only. */
export const NewSearchCriteria = z.strictObject({
  businessCategory: CategoryWords,
  location: LocationWords,
  radius: Radius,
  ...otherCriteria,
})

const afterLoad = z.uuid().optional()

/** The body of a search. `propertyType` is the older name of `businessCategory`; hyphens in it are read as spaces. */
export const SearchCriteria = z
  .strictObject({
    businessCategory: CategoryWords.optional(),
    propertyType: CategoryWords.optional(),
    location: LocationWords,
    radius: Radius,
    ...otherCriteria,
    /** The load that this same search started: now that it is done, the search is not charged again. */
    afterLoad,
  })
  .refine(({ businessCategory, propertyType }) => businessCategory !== undefined || propertyType !== undefined, {
    path: ['businessCategory'],
    message: categoryMessage,
    // Also if other fields are invalid: one answer lists every error.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

/** The body of a search in several areas. A ZIP code means inside it; `radius` is around each town. */
export const AreaSearchCriteria = z.strictObject({
  businessCategory: CategoryWords,
  areas: z.array(SearchedArea).min(1).max(maxAreas),
  radius: Radius.default(radiusMiles.default),
  ...otherCriteria,
  afterLoad,
})
export type AreaSearchCriteria = z.infer<typeof AreaSearchCriteria>

export type SearchCriteria = z.infer<typeof SearchCriteria> & { areas?: SearchedArea[] | undefined }

/** Its fields are described in `public-api/api-v1-schemas.ts`. */
export const Search = z.object({
  id: z.number().int(),
  /** The user's words, as typed. */
  propertyType: z.string(),
  businessCategory: z.string(),
  location: z.string(),
  statewide: z.boolean(),
  radius: z.number().int().nullable().default(null),
  circles: z.array(z.object({ latitude: z.number(), longitude: z.number(), miles: z.number() })).default([]),
  areas: z.array(SearchedArea).default([]),
  filters: z.array(UsedFilter).default([]),
  mainCategoryOnly: z.boolean().default(false),
  withoutCategories: z.array(z.string()).default([]),
  skipOwned: z.boolean().default(false),
  maxNewPulls: z.number().int().nullable().default(null),
  sortBy: SortBy.default('relevance'),
  total: z.number().int().default(0),
  nextPageToken: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type Search = z.infer<typeof Search>

export const Understood = z.object({
  category: z.object({
    words: z.string(),
    match: z.enum(['sure', 'likely', 'names']),
    label: z.string(),
    categoryCount: z.number().int(),
    contains: z.array(z.object({ category: z.string(), label: z.string(), isSearched: z.boolean() })).default([]),
  }),
  location: z.object({ words: z.string(), label: z.string(), statewide: z.boolean() }),
  radius: z.number().int().nullable(),
  areas: z.array(z.object({ label: z.string() })).default([]),
})
export type Understood = z.infer<typeof Understood>

/** For each filter: places that match the category and location, but not the filter. A place can count for several. */
export const LeftOut = z.object({
  // A stored search may be older than a filter.
  ...perFilter(() => z.number().int().default(0)),
  withoutRating: z.number().int(),
  owned: z.number().int().default(0),
})
export type LeftOut = z.infer<typeof LeftOut>

export const SearchedSource = z.object({
  source: z.string(),
  name: z.string(),
  release: z.string(),
  license: z.string(),
  attribution: z.string(),
  isSample: z.boolean(),
})
export type SearchedSource = z.infer<typeof SearchedSource>

/** What a search shows next to its leads. */
const notes = {
  understood: Understood,
  leftOut: LeftOut,
  sources: z.array(SearchedSource),
  /** partial: some of the searched area was not loaded yet. */
  coverage: z.enum(['full', 'partial']),
}
/** Stored with the search, because computing them again would apply today's catalog to an old search. */
export const SearchNotes = z.object(notes)
export type SearchNotes = z.infer<typeof SearchNotes>

export const searchPage = {
  leads: z.array(Lead),
  hasNextPage: z.boolean(),
  nextPageToken: z.string().nullable(),
}
export const SearchResult = z.object({
  search: Search,
  ...searchPage,
  total: z.number().int(),
  timeTaken: z.number(),
  load: AreaLoad.nullable(),
  ...notes,
})
export type SearchResult = z.infer<typeof SearchResult>

export const ConfirmationNeeded = z.object({
  requiresConfirmation: z.literal(true),
  estimatedLeads: z.number().int(),
  message: z.string(),
})
export type ConfirmationNeeded = z.infer<typeof ConfirmationNeeded>

/** Costs one search (none if it finds nothing), and one lead of the quota for each new business. */
export const runSearch = endpoint('POST', '/api/search', {
  limit: 'search',
  body: SearchCriteria,
  replies: { 200: SearchResult, 202: ConfirmationNeeded },
})
/** Costs one search for each area, and one lead of the quota for each new business. */
export const runAreaSearch = endpoint('POST', '/api/area-searches', {
  limit: 'search',
  body: AreaSearchCriteria,
  replies: { 200: SearchResult, 202: ConfirmationNeeded },
  bodyLimitBytes: 1_000_000,
})
/** The next page of a search; costs one lead of the quota for each new business. */
export const nextPage = endpoint('GET', '/api/search/next', {
  limit: 'search',
  // A token may contain the name of a business, in the long form in which names are sorted.
  query: z.object({ pageToken: z.string().min(1).max(10_000), searchId: LongRowId }),
  replies: { 200: z.object(searchPage) },
})
/** The user's searches, newest first; with a limit, one page. */
export const getSearches = endpoint('GET', '/api/searches', { query: ListQuery, replies: { 200: listOf(Search) } })
export const SearchWithNotes = z.object({
  search: Search,
  /** All places that matched, on every page. */
  total: z.number().int(),
  /** Null for a search that was run before notes were stored. */
  notes: SearchNotes.nullable(),
})
export type SearchWithNotes = z.infer<typeof SearchWithNotes>

/** One of the user's searches, with its notes; costs nothing. */
export const getSearch = endpoint('GET', '/api/searches/:id', {
  params: z.object({ id: LongRowId }),
  replies: { 200: SearchWithNotes },
})
