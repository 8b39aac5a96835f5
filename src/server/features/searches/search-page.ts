import type { Lead } from '#contract/leads/leads.ts'
import { pageSize } from '#contract/searches/search-options.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import type { AskedPage, FoundPage } from '#server/catalog/place/places-provider.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import type { Deps } from '#server/features/deps.ts'
import type { ChosenPage } from '#server/leads/choose-leads.usecases.ts'
import { type Cursor, pageTokenOf } from './page-token.ts'
import type { LoadedPage } from './searches.repository.ts'

export type Page = Pick<SearchResult, 'leads' | 'hasNextPage' | 'nextPageToken'>

export type Bound = { searchId: number; userId: number }

/** Finds the places of a page, and one more to see whether there is a next page. */
export async function findPage(deps: Deps, plan: SearchPlan, page: Omit<AskedPage, 'limit'>): Promise<FoundPage> {
  const { version } = deps.catalog.current()
  const found = await deps.catalog.places.search(plan, { ...page, limit: pageSize + 1 })
  // If the version has changed in between, the do-not-contact list may be older than the places.
  return { ...found, version: Math.min(version, found.version) }
}

/** The catalog snapshot for a found page. It is reloaded if an import has finished in between. */
export const catalogOf = async (deps: Deps, found: FoundPage): Promise<CatalogSnapshot> =>
  found.version === deps.catalog.current().version ? deps.catalog.current() : deps.catalog.refresh()

export const loadedNow = ({ leads, cost }: ChosenPage, catalogVersion: number, at: Date): LoadedPage => ({
  at,
  pulls: cost,
  doubles: leads.filter(lead => lead.isFree && (lead.isNew || lead.wasReturned)).length,
  catalogVersion,
  placeKeys: leads.map(({ placeKey }) => placeKey),
})

/** Where the next page begins; null after the last one. */
export function cursorAfter(found: FoundPage, through: number, delivered: number): Cursor | null {
  const last = found.places[through - 1]
  if (last === undefined || through >= found.places.length) return null
  return { after: last.pageKey, delivered }
}

export function pageOf(deps: Deps, bound: Bound, leads: Lead[], next: Cursor | null): Page {
  const nextPageToken = next === null ? null : pageTokenOf(deps.pageTokenKey, bound, next)
  return { leads, hasNextPage: nextPageToken !== null, nextPageToken }
}

/** The middle of the searched circle, from which distances are measured. Null for other areas. */
export function centerOf({ where: { anyOf } }: SearchPlan): { lat: number; lon: number } | null {
  const [only] = anyOf
  return only !== undefined && anyOf.length === 1 && 'radiusMiles' in only ? { lat: only.lat, lon: only.lon } : null
}
