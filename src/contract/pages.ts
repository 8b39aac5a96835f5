// No schema here: every page reads it, and public pages load no validation library.
/** The pages of the product, by their paths: those whose visits are counted. */
export const pages = [
  '/',
  '/auth',
  '/login',
  '/register',
  '/dashboard',
  '/leads',
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

/** The page at a path, with or without a slash at its end. */
export function pageAt(pathname: string): PagePath | undefined {
  const bare = pathname.replace(/(.)\/$/, '$1')
  return pages.find(page => page === bare)
}
