// No schemas here: every page loads this file, and public pages do not load the validation library.
import { businessesPath, publicPaths } from './public-pages.ts'

/** Pages of the router in the browser. Most start from an empty shell. */
export const shellPaths = [
  '/auth',
  '/login',
  '/register',
  '/dashboard',
  '/leads',
  '/receipt',
  '/saved-searches',
  '/own-do-not-contact',
  '/known-businesses',
  '/subscription',
  '/profile',
  '/api-keys',
  '/webhooks',
  '/docs/api',
  '/admin',
  '/admin/places',
  '/admin/do-not-contact',
  '/admin/lead-reports',
  '/confirm-payment',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/unsubscribe',
] as const
export type ShellPath = (typeof shellPaths)[number]
export const pages = [...publicPaths, ...shellPaths, businessesPath] as const
export type PagePath = (typeof pages)[number]

/** The page at a path, with or without a trailing slash. All counts of businesses are one page. */
export function pageAt(pathname: string): PagePath | undefined {
  const bare = pathname.replace(/(.)\/$/, '$1')
  return bare.startsWith(`${businessesPath}/`) ? businessesPath : pages.find(page => page === bare)
}

export const knownFilePage = (id: number): string => `/known-businesses?file=${id}`
