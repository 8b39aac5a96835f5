// No schema here: every page reads it, and public pages load no validation library.
/** The pages that read the same for everybody: drawn when the application is built, and found by search engines. */
export const publicPaths = ['/', '/about', '/help', '/privacy', '/terms', '/contact', '/remove-my-business'] as const
export type PublicPath = (typeof publicPaths)[number]
