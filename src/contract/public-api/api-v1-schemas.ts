import { z } from 'zod'
import { AreaLoad } from '../area-load.ts'
import { described } from '../described.ts'
import { ApiProblem, Issue } from '../errors.ts'
import { exportFormatNames, exportFormats } from '../leads/export-formats.ts'
import { ExportInput, type LeadFilter, LeadListQuery } from '../leads/leads.ts'
import { ListQuery } from '../lists.ts'
import { tiers } from '../plans.ts'
import { LongRowId } from '../row-id.ts'
import { perFilter, searchFilters } from '../searches/search-filters.ts'
import { confirmAbove } from '../searches/search-options.ts'
import {
  AreaSearchCriteria,
  ConfirmationNeeded,
  LeftOut,
  NewSearchCriteria,
  Search,
  SearchResult,
  SearchedSource,
  SearchNotes,
  searchPage,
  Understood,
} from '../searches/searches.ts'
import { ApiFactChange, ApiFactSource, ApiLead, ApiScoreLine } from './api-v1-lead-schemas.ts'

export const readCall = { access: 'read key', feature: 'api' } as const
export const searchCall = { access: 'search key', limit: 'search', feature: 'api' } as const
export const writeCall = { access: 'write key', limit: 'lead change', feature: 'api' } as const

const formatNotes = exportFormatNames.map(name => `\`${name}\` (${exportFormats[name].note})`)
const describedFormats = `${formatNotes.slice(0, -1).join(', ')}, or ${formatNotes.at(-1)}`

export const ApiSearch = described(Search.omit({ propertyType: true, circles: true }), {
  id: 'Id of the search',
  businessCategory: 'The category as you wrote it',
  location: 'The place as it was understood, such as "Boulder, CO" or "Texas"',
  statewide: 'Whether a whole state was searched',
  radius: 'Miles around the place; null for a whole state, county, or region',
  areas: 'If several areas were searched, these; otherwise empty',
  filters: 'The filters in use, with their values',
  mainCategoryOnly: 'Whether it was limited to businesses whose main category is one of those searched',
  withoutCategories: 'Categories that were left out',
  skipOwned: 'Whether leads that you had were left out',
  maxNewPulls: 'New leads that all pages together use at most; null for no limit',
  sortBy: 'The order of its pages',
  total: 'Number of places that matched, on every page',
  nextPageToken: 'Token of the next page; null when every lead has been loaded',
  createdAt: 'When the search was run',
})
const page = {
  leads: z.array(ApiLead).describe('Up to 20 leads'),
  hasNextPage: searchPage.hasNextPage.describe('Whether there are more'),
  nextPageToken: searchPage.nextPageToken.describe('Cursor of the next page; null on the last one'),
}
export const ApiUnderstood = z.object({
  category: described(Understood.shape.category, {
    words: 'The words you sent',
    match: 'sure: applied; likely: applied as the best guess; names: searched business names instead',
    label: 'The category that was searched',
    categoryCount: 'How many categories of the data were searched',
    contains: 'The categories of the data that your words mean, and whether each was searched',
  }).describe('How the category was understood'),
  location: described(Understood.shape.location, {
    words: 'The words you sent',
    label: 'The place that was searched',
    statewide: 'Whether it is a whole state',
  }).describe('How the location was understood'),
  radius: Understood.shape.radius.describe('Miles; null for a whole state, county, or region'),
  areas: Understood.shape.areas.describe('If several areas were searched, how each was understood'),
})
const ApiLeftOut = described(LeftOut, {
  ...perFilter(name => searchFilters[name].leavesOut),
  withoutRating: 'Of the places that `minRating` leaves out, those without a rating',
  owned: 'Leads that you had, and businesses that you knew from your own files, if `skipOwned` leaves them out',
})
const ApiSearchedSource = described(SearchedSource, {
  source: 'Key of the source',
  name: 'Name of the source',
  release: 'Release that was searched',
  license: 'License of the source',
  attribution: 'How the source asks to be named',
  isSample: 'Fictional sample data',
})
export const ApiSearchNotes = described(
  SearchNotes.extend({ understood: ApiUnderstood, leftOut: ApiLeftOut, sources: z.array(ApiSearchedSource) }),
  {
    understood: 'How your words were understood',
    leftOut: 'How many places each filter left out; a place can be counted under several',
    sources: 'Where the places come from',
    coverage: 'partial: some of the searched area had no data',
  },
)
const ApiAreaLoad = described(AreaLoad, {
  id: 'Id of the load',
  area: 'What is loaded, such as "25 miles around Austin, TX"',
  state: 'waiting, running, done, or failed',
  progress: 'What it is doing, or how it ended, for people',
  fraction: 'How much has been read, from 0 to 1',
  secondsLeft: 'About how long it will take from now; null while unknown',
})
const ApiSearchResult = described(
  SearchResult.extend({
    ...page,
    search: ApiSearch,
    understood: ApiUnderstood,
    leftOut: ApiLeftOut,
    sources: z.array(ApiSearchedSource),
    load: ApiAreaLoad.nullable(),
  }),
  {
    search: 'The search; its id gets its pages and leads later',
    leads: 'The first page: up to 20 leads',
    hasNextPage: 'Whether there are more',
    nextPageToken: 'Token of the next page; null when this is the only one',
    total: 'How many places match, on all pages together',
    timeTaken: 'Seconds the server took',
    understood: 'How your words were understood',
    leftOut: 'How many places each filter left out; a place can be counted under several',
    sources: 'Where the places come from',
    coverage: 'partial: some of the searched area has no data yet',
    load: 'The load of missing places that this search has started; search again after it. Null if nothing is missing',
  },
)
const ApiConfirmationNeeded = described(ConfirmationNeeded, {
  requiresConfirmation: 'Always true',
  estimatedLeads: 'How many places match',
  message: 'The same in words',
})

const limit = ListQuery.shape.limit.unwrap().default(50).describe('Items per page')
const cursor = ListQuery.shape.cursor.describe('`nextCursor` of the page before; empty for the first page')
const total = z.number().int().describe('How many there are, on all pages together')
const nextCursor = z.string().nullable().describe('Cursor of the next page; null on the last one')

export const SearchListQuery = z.strictObject({ limit, cursor })
/** What the filters of a list of leads select. */
export const leadFilterWords: Record<keyof LeadFilter, string> = {
  quality: 'high: a score of 70 and more; medium: 40 to 69; low: below 40',
  hasWebsite: 'Only leads with (true) or without (false) a website of their own',
  hasPhone: 'Only leads with or without a phone number',
  hasEmail: 'Only leads with or without an email address',
  state: 'Two letters, such as CO',
  text: 'Found in name, phone, address, city, or state, in upper or lower case',
  status: 'Only leads with this status',
  tag: 'Only leads with the tag of this name, in upper or lower case',
  followUpBy: 'Only leads with a follow-up on or before this day, YYYY-MM-DD',
  website: '`none`: no website; `social`: only a page on a platform; `broken`: its website does not work',
  gradeAtMost: 'Only leads whose website has this grade or a worse one',
  missing: 'What the website lacks: names in `site.missing`, separated by commas',
  shows: 'What the website has: names in `site.shows`, separated by commas',
  platform: 'What the website is built with, in upper or lower case',
  profileOn: 'Only leads with a profile on this network',
}
export const ApiLeadListQuery = described(z.strictObject({ ...LeadListQuery.shape, limit }), {
  searchId: 'Only leads of this search',
  listId: 'Only leads in this list',
  limit: 'Items per page',
  cursor: '`nextCursor` of the page before; empty for the first page',
  ...leadFilterWords,
  sort: '`grade`: the worst websites first. Without it: newest first, or in the order of the search',
})
export const SearchParams = z.object({ searchId: LongRowId.describe('Id of the search') })

const Allowance = z.object({
  quota: z.number().int().describe("The plan's monthly quota"),
  remaining: z.number().int().describe('What is left, including purchased leads'),
})
const businessCategory = 'What kind of business, in your words: "Plumbers", "dentist", "coffee"'
const criteria = {
  mainCategoryOnly: 'Only businesses whose main category is one of those searched; a further category is not enough',
  categories: 'The only categories to search, from `understood.category.contains` of an earlier search; empty for all',
  withoutCategories: 'Categories to leave out, from `understood.category.contains` of an earlier search',
  ...perFilter(name => searchFilters[name].description),
  skipOwned: 'Leave out leads that you have, and businesses from your own files',
  maxNewPulls: 'New leads that all pages together use at most; the search ends there',
  sortBy: 'The order of the leads',
  confirmed: `Required to search more than ${confirmAbove} places`,
  acceptGuess:
    'If it is unclear what `businessCategory` means, search for its most likely meaning instead of answering with `CATEGORY_UNSURE`',
}
/** Request schemas, by their names in the OpenAPI document. */
export const apiInputs = {
  SearchCriteria: described(NewSearchCriteria, {
    ...criteria,
    businessCategory,
    location: 'City and state, ZIP code, or a whole state: "Boulder, CO", "80301", "Texas"',
    radius: 'Miles around the place; ignored when you search a whole state',
  }),
  AreaSearchCriteria: described(AreaSearchCriteria.omit({ afterLoad: true }), {
    ...criteria,
    businessCategory,
    areas:
      'Places in words, `{"place": "Boulder, CO"}`, or outlines of longitudes and latitudes, `{"polygon": [[-105.3, 40], …]}`. A ZIP code means its own area',
    radius: 'Miles around each town',
  }),
  NextPageInput: z.strictObject({
    pageToken: z.string().min(1).max(10_000).describe('`nextPageToken` of the page before'),
  }),
  ExportInput: described(ExportInput.omit({ matching: true }), {
    searchId: 'Only leads of this search',
    listId: 'Only leads in this list',
    leadIds: 'Only these leads; each must be yours',
    columns:
      'The columns of the file, in this order; without it, a fixed set without newer columns such as `brand`, `status`, and `notes`. Not for `vcf`',
    format: describedFormats,
    preset: 'A file that another product imports as it is. It has its own format and columns, so send neither',
  }).describe('Without any field: all leads of the account'),
}

/** Response schemas, by their names in the OpenAPI document. */
export const apiOutputs = {
  Usage: z.object({
    plan: z.enum(tiers).describe('The plan of the account'),
    searches: Allowance.describe('Searches'),
    contactPulls: Allowance.describe('Leads: one is used for each business that is new to the account'),
    renewsAt: z.iso.datetime().describe("When the next month's quota starts"),
  }),
  SearchResult: ApiSearchResult,
  ConfirmationNeeded: ApiConfirmationNeeded,
  LeadPage: z.object(page),
  SearchList: z.object({ items: z.array(ApiSearch).describe('One page, newest first'), total, nextCursor }),
  LeadList: z.object({ items: z.array(ApiLead).describe('One page'), total, nextCursor }),
  Search: ApiSearch,
  Lead: ApiLead,
  ScoreLine: ApiScoreLine,
  FactSource: ApiFactSource,
  FactChange: ApiFactChange,
  Understood: ApiUnderstood,
  LeftOut: ApiLeftOut,
  SearchedSource: ApiSearchedSource,
  AreaLoad: ApiAreaLoad,
  Problem: described(
    ApiProblem.extend({
      load: ApiAreaLoad.optional(),
      issues: z.array(described(Issue, { path: 'Name of the field', message: 'What is wrong with it' })).optional(),
    }),
    {
      type: 'URL that explains this kind of error',
      title: 'General description of this kind of error',
      status: 'The HTTP status',
      detail: 'What is wrong with this request, for people, with the name of the first wrong field',
      message: 'The same, without the name of the field',
      errorType: 'The kind of error, for programs',
      issues: 'The fields that are wrong; with `NOT_FOUND`, the first `leadIds` that are not yours',
      choices:
        "What to choose from. With `AMBIGUOUS_LOCATION`, send a choice's `location`; with `CATEGORY_UNSURE`, send its `category` as `businessCategory`",
      load: 'The load of the area that has begun, with `AREA_NOT_LOADED`',
    },
  ),
}
export type Usage = z.infer<typeof apiOutputs.Usage>
