import { z } from 'zod'
import { apiInputs, apiOutputs, ApiLeadListQuery, SearchListQuery, SearchParams } from './api-v1-schemas.ts'
import { endpoint } from './endpoint.ts'
import { exportedFile } from './leads.ts'
import { confirmAbove } from './searches.ts'

export type { Usage } from './api-v1-schemas.ts'

/** Valid Idempotency-Keys. */
export const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{1,255}$/, 'Invalid Idempotency-Key')

export const getUsage = endpoint({
  method: 'GET',
  path: '/api/v1/usage',
  access: 'read key',
  feature: 'api',
  summary: 'The remaining quota',
  details: 'Costs nothing.',
  replies: { 200: apiOutputs.Usage },
})
export const createSearch = endpoint({
  method: 'POST',
  path: '/api/v1/searches',
  access: 'search key',
  limit: 'search',
  feature: 'api',
  summary: 'Search places by category and location',
  details: `Costs one search, or none if it finds nothing, and one contact pull for each lead that is new to the account. If more than ${confirmAbove} places match, the answer is 202, which costs nothing, until \`confirmed\` is true. If it is uncertain what the category means, the answer is an error with choices, and nothing is charged.`,
  refuses: [
    'UNKNOWN_LOCATION',
    'AMBIGUOUS_LOCATION',
    'CATEGORY_UNSURE',
    'QUOTA_EXCEEDED',
    'SEARCH_QUOTA_EXCEEDED',
    'AREA_NOT_LOADED',
  ],
  body: apiInputs.SearchCriteria,
  replies: { 200: apiOutputs.SearchResult, 202: apiOutputs.ConfirmationNeeded },
})
export const loadNextPage = endpoint({
  method: 'POST',
  path: '/api/v1/searches/:searchId/next-page',
  access: 'search key',
  limit: 'search',
  feature: 'api',
  summary: 'The next page of a search',
  details:
    'Costs one contact pull for each lead that is new to the account. The same token gets the same page again and costs nothing.',
  refuses: ['INVALID_PAGE_TOKEN', 'QUOTA_EXCEEDED'],
  params: SearchParams,
  body: apiInputs.NextPageInput,
  replies: { 200: apiOutputs.LeadPage },
})
export const listSearches = endpoint({
  method: 'GET',
  path: '/api/v1/searches',
  access: 'read key',
  feature: 'api',
  summary: 'Searches of the account, newest first',
  query: SearchListQuery,
  replies: { 200: apiOutputs.SearchList },
})
export const getSearch = endpoint({
  method: 'GET',
  path: '/api/v1/searches/:searchId',
  access: 'read key',
  feature: 'api',
  summary: 'One search of the account',
  params: SearchParams,
  replies: { 200: apiOutputs.Search },
})
export const listLeads = endpoint({
  method: 'GET',
  path: '/api/v1/leads',
  access: 'read key',
  feature: 'api',
  summary: 'Leads of the account, filtered and sorted',
  details: 'All leads, or those of one search. Costs nothing.',
  refuses: ['NOT_FOUND'],
  query: ApiLeadListQuery,
  replies: { 200: apiOutputs.LeadList },
})
export const createExport = endpoint({
  method: 'POST',
  path: '/api/v1/exports',
  access: 'read key',
  limit: 'export',
  feature: 'api',
  summary: 'A file of leads: CSV, XLSX, JSON, NDJSON, vCard, or a preset for another product',
  details:
    'Contains the leads of one search, chosen leads, or all leads of the account. Columns keep their names and order; new ones are added at the end. Costs nothing. An account can export 300 times in ten minutes, and one file of more than 500 leads at a time.',
  refuses: ['NOT_FOUND'],
  body: apiInputs.ExportInput,
  bodyLimitBytes: 1_000_000,
  replies: { 200: exportedFile },
})

/** By their names in the OpenAPI document. */
export const apiV1Endpoints = {
  getUsage,
  createSearch,
  loadNextPage,
  listSearches,
  getSearch,
  listLeads,
  createExport,
}
