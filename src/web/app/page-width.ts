import { paths } from '../shared/paths.ts'

const workPages = new Set<string>([paths.dashboard, paths.leads, paths.admin, paths.adminPlaces, paths.doNotContact])

/** Wide for screens that people work in, narrower for pages that they read. */
export const pageWidth = (path: string): string => (workPages.has(path) ? 'max-w-360' : 'max-w-6xl')
