import { useSearch } from 'wouter'
import { paths } from './paths.ts'

/** The dashboard, with the search in its form that the visitor chose before signing in. */
export function useWayIn(): string {
  const given = new URLSearchParams(useSearch())
  const [category, place] = [given.get('category'), given.get('place')]
  return category === null || place === null ? paths.dashboard : paths.dashboardFor(category, place)
}
