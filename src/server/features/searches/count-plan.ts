import { SearchCriteria } from '#contract/searches/searches.ts'
import type { LeftOutPlaces } from '#server/catalog/place/places-provider.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import type { Deps } from '#server/features/deps.ts'
import { keptAnswer, makeRoom } from '#server/platform/basics/kept-answers.ts'
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
  const count = async () => (await catalog.places.count(plan, { atMost: 0, ...leftOut })).total
  if (Object.values(leftOut).some(places => places !== undefined)) return count()
  const known = counts.getOrInsertComputed(snapshot, () => new Map<string, Promise<number>>())
  return keptAnswer(known, JSON.stringify(plan), () => {
    makeRoom(known, MAX_COUNTS)
    return count()
  })
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
