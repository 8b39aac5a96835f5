import { paths } from '../shared/paths.ts'

// Wide, because people work in them. A visitor may open one, and is asked to log in.
const workPages = new Set<string>([
  paths.dashboard,
  paths.leads,
  paths.receipt,
  paths.savedSearches,
  paths.ownLists,
  paths.knownBusinesses,
  paths.subscription,
  paths.profile,
  paths.apiKeys,
  paths.webhooks,
  paths.admin,
  paths.adminPlaces,
  paths.doNotContact,
  paths.leadReports,
])

/** Of the header and the footer. */
export const pageWidth = (path: string): string => (workPages.has(path) ? 'max-w-360' : 'max-w-reading')
