// No schemas here: every page loads this file, and public pages do not load the validation library.
/** The paths of the pages whose visits are counted. */
export const pages = [
  '/',
  '/auth',
  '/login',
  '/register',
  '/dashboard',
  '/leads',
  '/receipt',
  '/subscription',
  '/profile',
  '/api-keys',
  '/docs/api',
  '/admin',
  '/confirm-payment',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/about',
  '/help',
  '/privacy',
  '/terms',
  '/contact',
  '/remove-my-business',
  '/admin/places',
  '/admin/do-not-contact',
] as const
export type PagePath = (typeof pages)[number]

/** The page at a path, with or without a trailing slash. */
export function pageAt(pathname: string): PagePath | undefined {
  const bare = pathname.replace(/(.)\/$/, '$1')
  return pages.find(page => page === bare)
}
