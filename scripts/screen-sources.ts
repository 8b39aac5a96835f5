import type { PagePath } from '#contract/pages.ts'

/** The folders of screens that are not named like the paths of their pages. */
const otherFolders: Partial<Record<PagePath, string>> = {
  '/': 'landing',
  '/login': 'auth',
  '/register': 'auth',
  '/docs/api': 'api-docs',
  '/admin/places': 'admin-places',
  '/admin/do-not-contact': 'do-not-contact',
  '/admin/lead-reports': 'lead-reports',
}
/** The file of the screen at a path. */
export function sourceOf(path: PagePath): string {
  const folder = otherFolders[path] ?? path.slice(1)
  return `src/web/screens/${folder}/${folder}.screen.tsx`
}
