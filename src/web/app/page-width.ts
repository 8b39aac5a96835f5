import { protectedPaths } from '../shared/paths.ts'

// Wide, because people work in them. A visitor may open one, and is asked to log in.
const workPages = new Set<string>(protectedPaths)

/** Of the header and the footer. */
export const pageWidth = (path: string): string => (workPages.has(path) ? 'max-w-360' : 'max-w-reading')
