import { useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { User } from '#contract/accounts/account.ts'
import { paths, protectedPaths } from './paths.ts'

/** Reads the search that a visitor has chosen from the query of an address. */
export function searchIn(query: string): { category: string; place: string } | undefined {
  const given = new URLSearchParams(query)
  const [category, place] = [given.get('category'), given.get('place')]
  return category === null || place === null ? undefined : { category, place }
}

/**
 * A protected page that was opened while signed out. It is kept in the history entry of the sign-in page: in no URL, in
 * this tab only, and until the user leaves.
 */
export type WantedPage = {
  wanted?: string
  /** The user whose session has ended on the page. Its address may contain their words, so nobody else is led there. */
  wantedBy?: number | undefined
}

/** The page that is open. */
export const openPage = (): string => location.pathname + location.search + location.hash

/** The page in the history entry, if it is a protected one of this application. */
export function wantedIn({ wanted, wantedBy }: WantedPage, userId: number): string | undefined {
  if (typeof wanted !== 'string' || (wantedBy !== undefined && wantedBy !== userId)) return undefined
  const path = /^[^?#]*/.exec(wanted)?.[0].replace(/(.)\/$/, '$1')
  return protectedPaths.some(known => known === path) ? wanted : undefined
}

/**
 * Where a user goes after signing in: to the page that they wanted, or else to the dashboard, with the search that the
 * visitor has chosen in its form.
 */
export function useFirstPage(): (user: User) => string {
  const chosen = searchIn(useSearch())
  const kept = useHistoryState<WantedPage | null>() ?? {}
  const dashboard = chosen === undefined ? paths.dashboard : paths.dashboardFor(chosen.category, chosen.place)
  return ({ id }) => wantedIn(kept, id) ?? dashboard
}
