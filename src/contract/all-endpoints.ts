import * as account from './accounts/account.ts'
import * as apiKeys from './accounts/api-keys.ts'
import * as programs from './accounts/programs.ts'
import * as security from './accounts/security.ts'
import * as webhooks from './accounts/webhooks.ts'
import * as admin from './admin/admin.ts'
import * as analytics from './admin/analytics.ts'
import * as placeOverrides from './admin/place-overrides.ts'
import * as reportQueue from './admin/report-queue.ts'
import * as visits from './admin/visits.ts'
import * as billing from './billing/billing.ts'
import * as cards from './billing/cards.ts'
import * as contact from './contact.ts'
import type { Endpoint } from './endpoint.ts'
import * as doNotContact from './leads/do-not-contact.ts'
import * as filledFiles from './leads/filled-files.ts'
import * as followedFiles from './leads/followed-files.ts'
import * as knownBusinesses from './leads/known-businesses.ts'
import * as leadLists from './leads/lead-lists.ts'
import * as leadReports from './leads/lead-reports.ts'
import * as leadWork from './leads/lead-work.ts'
import * as leads from './leads/leads.ts'
import * as siteFacts from './leads/site-facts.ts'
import * as examples from './places/examples.ts'
import * as placeLoads from './places/place-loads.ts'
import * as suppression from './places/suppression.ts'
import * as towns from './places/towns.ts'
import { apiV1Endpoints } from './public-api/api-v1.ts'
import * as mcp from './public-api/mcp.ts'
import * as publicPreview from './searches/public-preview.ts'
import * as receipts from './searches/receipts.ts'
import * as savedSearches from './searches/saved-searches.ts'
import * as searchCategories from './searches/search-categories.ts'
import * as searchPreview from './searches/search-preview.ts'
import * as searches from './searches/searches.ts'
import * as suggestions from './searches/suggestions.ts'

const modules: object[] = [
  account,
  apiKeys,
  programs,
  security,
  webhooks,
  admin,
  analytics,
  placeOverrides,
  reportQueue,
  visits,
  billing,
  cards,
  contact,
  doNotContact,
  filledFiles,
  followedFiles,
  knownBusinesses,
  leadLists,
  leadReports,
  leadWork,
  leads,
  siteFacts,
  examples,
  placeLoads,
  suppression,
  towns,
  mcp,
  publicPreview,
  receipts,
  savedSearches,
  searchCategories,
  searchPreview,
  searches,
  suggestions,
]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'replies' in value

/** Every endpoint. The server refuses to start if one has no route, and generated tests use this list. */
export const allEndpoints: Endpoint[] = [
  ...modules.flatMap(module => Object.values(module).filter(isEndpoint)),
  ...Object.values(apiV1Endpoints),
]
