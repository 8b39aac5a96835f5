import { paths } from '../shared/paths.ts'

// All pages of a user, so that logo and content stay where they are from page to page.
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

/** Wide for screens that people work in, narrower for pages that they read. */
export const pageWidth = (path: string): string => (workPages.has(path) ? 'max-w-360' : 'max-w-6xl')
