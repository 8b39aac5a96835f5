import { useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { User } from '#contract/accounts/account.ts'
import { paths, protectedPaths } from './paths.ts'

/** Reads a visitor's chosen search from the query of a URL. */
export function searchIn(query: string): { category: string; place: string } | undefined {
  const given = new URLSearchParams(query)
  const [category, place] = [given.get('category'), given.get('place')]
  return category === null || place === null ? undefined : { category, place }
}

/**
 * A protected page that was opened by a signed-out user. It is kept in the history entry of the sign-in page, so it is
 * in no URL and lasts only in this tab, until the user leaves.
 */
export type WantedPage = {
  wanted?: string
  /** The user whose session ended on the page. Its URL may have their words, so no other user is sent there. */
  wantedBy?: number | undefined
}

export const openPage = (): string => location.pathname + location.search + location.hash

/** The page in the history entry, if it is a protected page of this application. */
export function wantedIn({ wanted, wantedBy }: WantedPage, userId: number): string | undefined {
  if (typeof wanted !== 'string' || (wantedBy !== undefined && wantedBy !== userId)) return undefined
  const path = /^[^?#]*/.exec(wanted)?.[0].replace(/(.)\/$/, '$1')
  return protectedPaths.some(known => known === path) ? wanted : undefined
}

/** The page after signing in: the wanted one, or else the dashboard, with the visitor's chosen search. */
export function useFirstPage(): (user: User) => string {
  const chosen = searchIn(useSearch())
  const kept = useHistoryState<WantedPage | null>() ?? {}
  const dashboard = chosen === undefined ? paths.dashboard : paths.dashboardFor(chosen.category, chosen.place)
  return ({ id }) => wantedIn(kept, id) ?? dashboard
}
