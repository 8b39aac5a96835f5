import { useSearch } from 'wouter'
import { paths } from './paths.ts'

/** Where a user goes after signing in: the dashboard, with the search that the visitor has chosen in its form. */
export function useFirstPage(): string {
  const given = new URLSearchParams(useSearch())
  const [category, place] = [given.get('category'), given.get('place')]
  return category === null || place === null ? paths.dashboard : paths.dashboardFor(category, place)
}
