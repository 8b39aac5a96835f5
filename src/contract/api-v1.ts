import { z } from 'zod'
import { csvFile, endpoint } from './endpoint.ts'
import { ExportInput, Lead, LeadListQuery, SearchIdQuery } from './leads.ts'
import { ListQuery } from './lists.ts'
import { tiers } from './plans.ts'
import { ConfirmationNeeded, NewSearchCriteria, Search, SearchAnswer, searchPage } from './searches.ts'

/** What an Idempotency-Key may be. */
export const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{1,255}$/, 'Invalid Idempotency-Key')

// Ids name the schemas in the API's description; nothing else reads them.
const ApiLead = Lead.meta({ id: 'Lead' })
const ApiSearch = Search.omit({ propertyType: true }).meta({ id: 'Search' })
const leadPage = { ...searchPage, leads: z.array(ApiLead) }
const ApiSearchAnswer = z.object({ ...SearchAnswer.shape, ...leadPage, search: ApiSearch }).meta({ id: 'SearchAnswer' })
const limit = ListQuery.shape.limit.unwrap().default(50)
const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.number().int().meta({ description: 'Of all pages together' }),
    nextCursor: z.string().nullable().meta({ description: 'Null on the last page' }),
  })
const SearchParams = z.object({ searchId: SearchIdQuery })

const Allowance = z.object({ quota: z.number().int(), remaining: z.number().int() })
export const Usage = z
  .object({
    plan: z.enum(tiers),
    searches: Allowance,
    contactPulls: Allowance.extend({
      remaining: z.number().int().meta({ description: "The month's quota and bought leads together" }),
    }),
    renewsAt: z.iso.datetime().meta({ description: "When the month's quota is granted again" }),
  })
  .meta({ id: 'Usage' })
export type Usage = z.infer<typeof Usage>

export const getUsage = endpoint({
  method: 'GET',
  path: '/api/v1/usage',
  access: 'read key',
  feature: 'api',
  summary: 'What is left of the quota',
  replies: { 200: Usage },
})
export const createSearch = endpoint({
  method: 'POST',
  path: '/api/v1/searches',
  access: 'search key',
  limit: 'search',
  feature: 'api',
  summary:
    'Search places by category and location. Costs one search, and one contact pull for each new lead. A set of more than 500 places is answered by 202 until "confirmed" is true',
  body: NewSearchCriteria.meta({ id: 'SearchCriteria' }),
  replies: { 200: ApiSearchAnswer, 202: ConfirmationNeeded.meta({ id: 'ConfirmationNeeded' }) },
})
export const loadNextPage = endpoint({
  method: 'POST',
  path: '/api/v1/searches/:searchId/next-page',
  access: 'search key',
  limit: 'search',
  feature: 'api',
  summary:
    'The next page of a search. Costs one contact pull for each new lead; the same token again gives the same page and costs nothing',
  params: SearchParams,
  body: z.strictObject({ pageToken: z.string().min(1).max(1000) }),
  replies: { 200: z.object(leadPage).meta({ id: 'LeadPage' }) },
})
export const listSearches = endpoint({
  method: 'GET',
  path: '/api/v1/searches',
  access: 'read key',
  feature: 'api',
  summary: 'Searches of the account, newest first',
  query: z.object({ limit, cursor: ListQuery.shape.cursor }),
  replies: { 200: pageOf(ApiSearch) },
})
export const getSearch = endpoint({
  method: 'GET',
  path: '/api/v1/searches/:searchId',
  access: 'read key',
  feature: 'api',
  summary: 'One search of the account',
  params: SearchParams,
  replies: { 200: ApiSearch },
})
export const listLeads = endpoint({
  method: 'GET',
  path: '/api/v1/leads',
  access: 'read key',
  feature: 'api',
  summary: 'Leads of the account, or of one of its searches, filtered and sorted',
  query: z.object({ ...LeadListQuery.shape, limit }),
  replies: { 200: pageOf(ApiLead) },
})
export const createExport = endpoint({
  method: 'POST',
  path: '/api/v1/exports',
  access: 'read key',
  limit: 'export',
  feature: 'api',
  summary: "A CSV file of one search, of chosen leads, or of all the account's leads",
  body: ExportInput.meta({ id: 'ExportInput' }),
  bodyLimitBytes: 1_000_000,
  replies: { 200: csvFile },
})

/** By the names that the API's description calls them. */
export const apiV1Endpoints = {
  getUsage,
  createSearch,
  loadNextPage,
  listSearches,
  getSearch,
  listLeads,
  createExport,
}
