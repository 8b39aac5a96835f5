import { useSearch } from 'wouter'
import { paths } from './paths.ts'

/** Reads the search that a visitor has chosen from the query of an address. */
export function searchIn(query: string): { category: string; place: string } | undefined {
  const given = new URLSearchParams(query)
  const [category, place] = [given.get('category'), given.get('place')]
  return category === null || place === null ? undefined : { category, place }
}

/** Where a user goes after signing in: the dashboard, with the search that the visitor has chosen in its form. */
export function useFirstPage(): string {
  const wanted = searchIn(useSearch())
  return wanted === undefined ? paths.dashboard : paths.dashboardFor(wanted.category, wanted.place)
}
