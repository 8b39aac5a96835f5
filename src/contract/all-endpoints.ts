import * as account from './accounts/account.ts'
import { apiKeyEndpoints } from './accounts/api-keys.ts'
import { programEndpoints } from './accounts/programs.ts'
import { securityEndpoints } from './accounts/security.ts'
import { webhookEndpoints } from './accounts/webhooks.ts'
import { adminEndpoints } from './admin/admin.ts'
import { getAnalytics } from './admin/analytics.ts'
import { placeOverrideEndpoints } from './admin/place-overrides.ts'
import { reportQueueEndpoints } from './admin/report-queue.ts'
import { recordPageVisit } from './admin/visits.ts'
import { billingEndpoints } from './billing/billing.ts'
import { cardEndpoints } from './billing/cards.ts'
import { getSupportDetails, sendContactMessage } from './contact.ts'
import type { Endpoint } from './endpoint.ts'
import { doNotContactEndpoints } from './leads/do-not-contact.ts'
import { filledFileEndpoints } from './leads/filled-files.ts'
import { followedFileEndpoints } from './leads/followed-files.ts'
import { knownBusinessEndpoints } from './leads/known-businesses.ts'
import { leadListEndpoints } from './leads/lead-lists.ts'
import { leadReportEndpoints } from './leads/lead-reports.ts'
import { leadWorkEndpoints } from './leads/lead-work.ts'
import { exportLeads, getLeads, getLeadSummary, getSearchPoints, previewExport } from './leads/leads.ts'
import { siteFactEndpoints } from './leads/site-facts.ts'
import { getExamples } from './places/examples.ts'
import { getMapStyle } from './places/map-style.ts'
import { placeLoadEndpoints } from './places/place-loads.ts'
import { suppressionEndpoints } from './places/suppression.ts'
import { getTowns } from './places/towns.ts'
import { apiV1Endpoints } from './public-api/api-v1.ts'
import { callMcp } from './public-api/mcp.ts'
import { getPublicExample, previewInPublic } from './searches/public-preview.ts'
import { compareSearch, getReceipt } from './searches/receipts.ts'
import { savedSearchEndpoints } from './searches/saved-searches.ts'
import { getSearchCategories } from './searches/search-categories.ts'
import { previewAreaSearch, previewSearch } from './searches/search-preview.ts'
import { getSearch, getSearches, nextPage, runAreaSearch, runSearch } from './searches/searches.ts'
import { suggest, suggestInPublic } from './searches/suggestions.ts'

/** Every endpoint. The server refuses to start if one has no route, and generated tests use this list. */
export const allEndpoints: Endpoint[] = [
  account.getUser,
  account.login,
  account.register,
  account.logout,
  account.changeProfile,
  ...securityEndpoints,
  sendContactMessage,
  getSupportDetails,
  recordPageVisit,
  runSearch,
  previewSearch,
  runAreaSearch,
  previewAreaSearch,
  previewInPublic,
  getPublicExample,
  suggest,
  suggestInPublic,
  getExamples,
  getTowns,
  getMapStyle,
  nextPage,
  getSearches,
  getSearch,
  getSearchPoints,
  getLeads,
  getLeadSummary,
  getReceipt,
  getSearchCategories,
  compareSearch,
  exportLeads,
  previewExport,
  ...leadWorkEndpoints,
  ...leadReportEndpoints,
  ...siteFactEndpoints,
  ...savedSearchEndpoints,
  ...leadListEndpoints,
  ...doNotContactEndpoints,
  ...knownBusinessEndpoints,
  ...filledFileEndpoints,
  ...followedFileEndpoints,
  getAnalytics,
  ...billingEndpoints,
  ...cardEndpoints,
  ...adminEndpoints,
  ...suppressionEndpoints,
  ...reportQueueEndpoints,
  ...placeOverrideEndpoints,
  ...placeLoadEndpoints,
  ...apiKeyEndpoints,
  ...programEndpoints,
  ...webhookEndpoints,
  ...Object.values(apiV1Endpoints),
  callMcp,
]
