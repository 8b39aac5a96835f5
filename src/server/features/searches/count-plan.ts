import { SearchCriteria } from '#contract/searches/searches.ts'
import type { AskedCount } from '#server/catalog/place/places-provider.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import type { Deps } from '#server/features/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { planSearch } from './plan-search.usecases.ts'

const MOST_KEPT = 5000
/** Counts by plan, for one version of the catalog. */
const counts = new WeakMap<CatalogSnapshot, Map<string, Promise<number>>>()

/**
 * The number of places that a search finds. Each plan is counted once for each version of the catalog, because
 * suggestions and visitors ask for the same few again and again. What leaves out places of one user is counted for that user alone.
 */
export function countPlan(
  { catalog }: Deps,
  snapshot: CatalogSnapshot,
  plan: SearchPlan,
  leftOut: Pick<AskedCount, 'avoided' | 'returned'> = {},
): Promise<number> {
  if (leftOut.avoided !== undefined || leftOut.returned !== undefined)
    return catalog.places.count(plan, { atMost: 0, ...leftOut }).then(({ total }) => total)
  const known = counts.get(snapshot) ?? new Map<string, Promise<number>>()
  counts.set(snapshot, known)
  const key = JSON.stringify(plan)
  const kept = known.get(key)
  if (kept !== undefined) return kept
  const counted = catalog.places.count(plan, { atMost: 0 }).then(({ total }) => total)
  known.set(key, counted)
  // A failed count is counted again.
  counted.catch(() => known.delete(key))
  const [oldest] = known.keys()
  if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest)
  return counted
}

/** What a search for a kind of business finds without filters. Null if it would ask or be refused. */
export async function countBusinesses(
  deps: Deps,
  known: CatalogSnapshot,
  { category, place, radius }: { category: string; place: string; radius: number },
): Promise<number | null> {
  const { data: criteria } = SearchCriteria.safeParse({ businessCategory: category, location: place, radius })
  return criteria === undefined ? null : await countMatches(deps, known, criteria)
}

/** What a search finds. Null if it would ask or be refused. */
export async function countMatches(
  deps: Deps,
  known: CatalogSnapshot,
  criteria: SearchCriteria,
): Promise<number | null> {
  try {
    const { plan, snapshot } = await planSearch(deps, known, criteria, { countsChoices: false })
    return await countPlan(deps, snapshot, plan)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
