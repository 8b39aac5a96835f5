import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { exportedFile } from '../leads/leads.ts'
import { confirmAbove } from '../searches/search-options.ts'
import { factsTasks } from './api-v1-facts.ts'
import { matchRows } from './api-v1-match.ts'
import {
  apiInputs,
  ApiLeadListQuery,
  apiOutputs,
  readCall,
  searchCall,
  SearchListQuery,
  SearchParams,
} from './api-v1-schemas.ts'
import { pollHits, pollNewLeads, pollStatusChanges } from './api-v1-triggers.ts'
import { createWebhook, deleteWebhook, listWebhooks } from './api-v1-webhooks.ts'
import { LeadParams, workOutputs } from './api-v1-work-schemas.ts'
import { compareSearch, getReceipt, workTasks } from './api-v1-work.ts'

export type { Usage } from './api-v1-schemas.ts'

export const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{1,255}$/, 'Invalid Idempotency-Key')

export const getUsage = endpoint('GET', '/api/v1/usage', {
  ...readCall,
  summary: 'The remaining quota',
  details: 'Costs nothing.',
  replies: { 200: apiOutputs.Usage },
})

const searchRefusals = [
  'UNKNOWN_LOCATION',
  'AMBIGUOUS_LOCATION',
  'CATEGORY_UNSURE',
  'AREA_NOT_LOADED',
  'AREA_BEING_PREPARED',
] as const
const previewed = {
  ...readCall,
  limit: 'preview',
  refuses: searchRefusals,
  replies: { 200: workOutputs.SearchPreview },
} as const
const previewDetails = 'Costs nothing, and is not stored. An account can preview 60 searches a minute.'
export const previewSearch = endpoint('POST', '/api/v1/searches/preview', {
  ...previewed,
  summary: 'What a search would find and cost at most',
  details: previewDetails,
  body: apiInputs.SearchCriteria,
})
export const previewAreaSearch = endpoint('POST', '/api/v1/area-searches/preview', {
  ...previewed,
  summary: 'What a search in several areas would find and cost at most',
  details: previewDetails,
  body: apiInputs.AreaSearchCriteria,
  bodyLimitBytes: 1_000_000,
})
export const createAreaSearch = endpoint('POST', '/api/v1/area-searches', {
  ...searchCall,
  summary: 'Search places in several areas at once',
  details: `Costs one search for each area, or none if it finds nothing, and one lead of the quota for each business that is new to the account. Load its pages like those of other searches. If more than ${confirmAbove} places match, the answer is 202, which costs nothing, until \`confirmed\` is true.`,
  refuses: [...searchRefusals, 'QUOTA_EXCEEDED', 'SEARCH_QUOTA_EXCEEDED'],
  body: apiInputs.AreaSearchCriteria,
  replies: { 200: apiOutputs.SearchResult, 202: apiOutputs.ConfirmationNeeded },
  bodyLimitBytes: 1_000_000,
})
export const createSearch = endpoint('POST', '/api/v1/searches', {
  ...searchCall,
  summary: 'Search places by category and location',
  details: `Costs one search, or none if it finds nothing, and one lead of the quota for each business that is new to the account. If more than ${confirmAbove} places match, the answer is 202, which costs nothing, until \`confirmed\` is true. If it is unclear what the category means, the answer is an error with choices, and nothing is charged.`,
  refuses: [...searchRefusals, 'QUOTA_EXCEEDED', 'SEARCH_QUOTA_EXCEEDED'],
  body: apiInputs.SearchCriteria,
  replies: { 200: apiOutputs.SearchResult, 202: apiOutputs.ConfirmationNeeded },
})
export const loadNextPage = endpoint('POST', '/api/v1/searches/:searchId/next-page', {
  ...searchCall,
  summary: 'The next page of a search',
  details:
    'Costs one lead of the quota for each business that is new to the account. The same token gets the same page again and costs nothing.',
  refuses: ['INVALID_PAGE_TOKEN', 'QUOTA_EXCEEDED'],
  params: SearchParams,
  body: apiInputs.NextPageInput,
  replies: { 200: apiOutputs.LeadPage },
})
export const listSearches = endpoint('GET', '/api/v1/searches', {
  ...readCall,
  summary: 'Searches of the account, newest first',
  query: SearchListQuery,
  replies: { 200: apiOutputs.SearchList },
})
export const getSearch = endpoint('GET', '/api/v1/searches/:searchId', {
  ...readCall,
  summary: 'One search of the account',
  params: SearchParams,
  replies: { 200: apiOutputs.Search },
})
export const listLeads = endpoint('GET', '/api/v1/leads', {
  ...readCall,
  summary: 'Leads of the account, filtered and sorted',
  details: 'All leads, or those of one search. Costs nothing.',
  refuses: ['NOT_FOUND'],
  query: ApiLeadListQuery,
  replies: { 200: apiOutputs.LeadList },
})
export const getLead = endpoint('GET', '/api/v1/leads/:leadId', {
  ...readCall,
  summary: 'One lead of the account',
  details: 'The current facts. Costs nothing. To get many leads, export them with `leadIds` and the format `json`.',
  params: LeadParams,
  replies: { 200: apiOutputs.Lead },
})
export const createExport = endpoint('POST', '/api/v1/exports', {
  ...readCall,
  limit: 'export',
  summary: 'A file of leads: CSV, XLSX, JSON, NDJSON, vCard, or a preset for another product',
  details:
    'Contains the leads of one search, chosen leads, or all leads of the account. Columns keep their names and order; new ones are added at the end. Costs nothing. An account can export 300 times in ten minutes, and one file of more than 500 leads at a time.',
  refuses: ['NOT_FOUND'],
  body: apiInputs.ExportInput,
  bodyLimitBytes: 1_000_000,
  replies: { 200: exportedFile },
})

/** Grouped by task. The keys are the names of the calls in the OpenAPI document. */
export const apiV1Tasks = {
  Search: {
    previewSearch,
    createSearch,
    loadNextPage,
    previewAreaSearch,
    createAreaSearch,
    listSearches,
    getSearch,
    getReceipt,
    compareSearch,
  },
  'Read and export leads': { listLeads, getLead, createExport },
  'Match businesses of your own': { matchRows },
  ...factsTasks,
  ...workTasks,
  'Poll for news': { pollNewLeads, pollStatusChanges, pollHits },
  'Be told of events': { createWebhook, listWebhooks, deleteWebhook },
  'Check the quota': { getUsage },
}

type Tasks = typeof apiV1Tasks
type AllOf<Groups> = (Groups extends object ? (group: Groups) => void : never) extends (all: infer All) => void
  ? All
  : never
/** The same, without the groups. */
export const apiV1Endpoints = Object.assign({}, ...Object.values(apiV1Tasks)) as AllOf<Tasks[keyof Tasks]>
