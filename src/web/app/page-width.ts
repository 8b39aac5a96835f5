import { protectedPaths } from '../shared/paths.ts'

// Wide, because people work in them.
const workPages = new Set<string>(protectedPaths)

/** The class for the maximum width of the header and the footer. */
export const pageWidth = (path: string): string => (workPages.has(path) ? 'max-w-360' : 'max-w-reading')
