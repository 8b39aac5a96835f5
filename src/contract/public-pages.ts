// No schemas here: every page loads this file, and public pages do not load the validation library.
/** Pages that are the same for everyone: prerendered by the build, and indexed by search engines. */
export const publicPaths = ['/', '/about', '/help', '/privacy', '/terms', '/contact', '/remove-my-business'] as const
export type PublicPath = (typeof publicPaths)[number]

/** The counts of businesses by kind and place. The server renders these pages from the loaded places. */
export const businessesPath = '/businesses'
