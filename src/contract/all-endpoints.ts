import * as account from './account.ts'
import { adminEndpoints } from './admin.ts'
import { getAnalytics } from './analytics.ts'
import { apiKeyEndpoints } from './api-keys.ts'
import { apiV1Endpoints } from './api-v1.ts'
import { billingEndpoints } from './billing.ts'
import { cardEndpoints } from './cards.ts'
import { getSupportDetails, sendContactMessage } from './contact.ts'
import type { Endpoint } from './endpoint.ts'
import { getExamples } from './examples.ts'
import { knownBusinessEndpoints } from './known-businesses.ts'
import { leadListEndpoints } from './lead-lists.ts'
import { leadReportEndpoints } from './lead-reports.ts'
import { leadWorkEndpoints } from './lead-work.ts'
import { exportLeads, getLeads, getLeadSummary, getSearchPoints, previewExport } from './leads.ts'
import { getMapStyle } from './map-style.ts'
import { callMcp } from './mcp.ts'
import { ownSuppressionEndpoints } from './own-suppression.ts'
import { placeLoadEndpoints } from './place-loads.ts'
import { placeOverrideEndpoints } from './place-overrides.ts'
import { programEndpoints } from './programs.ts'
import { previewInPublic } from './public-preview.ts'
import { compareSearch, getReceipt } from './receipts.ts'
import { reportQueueEndpoints } from './report-queue.ts'
import { savedSearchEndpoints } from './saved-searches.ts'
import { getSearchCategories } from './search-categories.ts'
import { previewAreaSearch, previewSearch } from './search-preview.ts'
import { getSearch, getSearches, nextPage, runAreaSearch, runSearch } from './searches.ts'
import { securityEndpoints } from './security.ts'
import { siteFactEndpoints } from './site-facts.ts'
import { suggest } from './suggestions.ts'
import { suppressionEndpoints } from './suppression.ts'
import { getTowns } from './towns.ts'
import { recordPageVisit } from './visits.ts'
import { webhookEndpoints } from './webhooks.ts'

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
  suggest,
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
  ...ownSuppressionEndpoints,
  ...knownBusinessEndpoints,
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
