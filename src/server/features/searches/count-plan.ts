import { SearchCriteria } from '#contract/searches/searches.ts'
import type { LeftOutPlaces } from '#server/catalog/place/places-provider.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import type { Deps } from '#server/features/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { planSearch } from './plan-search.usecases.ts'

const MAX_COUNTS = 5000
const counts = new WeakMap<CatalogSnapshot, Map<string, Promise<number>>>()

/**
 * The number of places that a search finds. Each plan is counted only once for each version of the catalog, because
 * suggestions and visitors need the same few counts again and again. Counts that leave out a user's places are not
 * cached.
 */
export function countPlan(
  { catalog }: Deps,
  snapshot: CatalogSnapshot,
  plan: SearchPlan,
  leftOut: LeftOutPlaces = {},
): Promise<number> {
  if (Object.values(leftOut).some(places => places !== undefined))
    return catalog.places.count(plan, { atMost: 0, ...leftOut }).then(({ total }) => total)
  const known = counts.getOrInsertComputed(snapshot, () => new Map<string, Promise<number>>())
  const key = JSON.stringify(plan)
  const kept = known.get(key)
  if (kept !== undefined) return kept
  const counted = catalog.places.count(plan, { atMost: 0 }).then(({ total }) => total)
  known.set(key, counted)
  // After a failure, count again.
  counted.catch(() => known.delete(key))
  const [oldest] = known.keys()
  if (known.size > MAX_COUNTS && oldest !== undefined) known.delete(oldest)
  return counted
}

/** The number of matches for a kind, without filters. Null if the search would ask or be refused. */
export async function countBusinesses(
  deps: Deps,
  known: CatalogSnapshot,
  { category, place, radius }: { category: string; place: string; radius: number },
): Promise<number | null> {
  const { data: criteria } = SearchCriteria.safeParse({ businessCategory: category, location: place, radius })
  return criteria === undefined ? null : await countMatches(deps, known, criteria)
}

/** The number of matches of a search. Null if the search would ask a question or be refused. */
export async function countMatches(
  deps: Deps,
  known: CatalogSnapshot,
  criteria: SearchCriteria,
  leftOut?: LeftOutPlaces,
): Promise<number | null> {
  try {
    const { plan, snapshot } = await planSearch(deps, known, criteria)
    return await countPlan(deps, snapshot, plan, leftOut)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
