import { paths } from '../shared/paths.ts'

const workPages: readonly string[] = [paths.dashboard, paths.leads, paths.admin]

/** Wide where people work, narrower where they read. */
export const pageWidth = (path: string): string => (workPages.includes(path) ? 'max-w-360' : 'max-w-6xl')
