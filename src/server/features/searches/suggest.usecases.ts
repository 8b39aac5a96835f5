import type { QueryOf } from '#contract/endpoint.ts'
import { SearchCriteria } from '#contract/searches.ts'
import { maxSuggestions, minTypedLength, type suggest as endpoint, type Suggestion } from '#contract/suggestions.ts'
import { cellOf } from '#server/catalog/place/cell.ts'
import type { Point } from '#server/catalog/place/great-circle.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { suggestCategories } from '#server/catalog/suggest/suggest-categories.ts'
import { suggestPlaces, type SuggestedPlace } from '#server/catalog/suggest/suggest-places.ts'
import { resolveLocation } from '#server/catalog/understand/resolve-location.ts'
import type { Deps } from '#server/features/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { planSearch } from './plan-search.usecases.ts'

type Asked = Required<Pick<QueryOf<typeof endpoint>, 'kind' | 'q'>> & { near?: string | undefined; radius: number }

/** What typed words may become. Answered from memory, except for counts that nobody has asked for yet. */
export async function suggest(deps: Deps, { kind, q, near, radius }: Asked): Promise<Suggestion[]> {
  if (q.trim().length < minTypedLength) return []
  const { gazetteer } = deps.catalog
  const snapshot = deps.catalog.current()
  if (kind === 'place') {
    const found = suggestPlaces(gazetteer, q, { near: pointOf(deps, near), limit: maxSuggestions })
    return found.map(place => ({
      kind,
      text: place.label,
      population: place.population,
      places: placesIn(deps, snapshot, place),
    }))
  }
  const senses = suggestCategories(snapshot.categories, q, maxSuggestions)
  const counted = await Promise.all(
    senses.map(async ({ label }) => ({
      kind,
      text: label,
      matches: near === undefined ? null : await countMatches(deps, snapshot, { label, near, radius }),
    })),
  )
  return counted.toSorted((a, b) => Number(a.matches === 0) - Number(b.matches === 0))
}

function pointOf({ catalog }: Deps, words: string | undefined): Point | null {
  const location = words === undefined ? null : resolveLocation(catalog.gazetteer, words)
  return location !== null && 'lat' in location ? location : null
}

function placesIn(
  { config }: Deps,
  { coverage }: CatalogSnapshot,
  { at, state }: SuggestedPlace,
): 'real' | 'sample' | 'none' {
  const rows = at === null ? coverage.byState.get(state) : coverage.byCell.get(cellOf(at.lat, at.lon))
  if (rows?.some(row => !row.isSample)) return 'real'
  return config.DEMO_CATALOG && rows?.some(row => row.isSample) === true ? 'sample' : 'none'
}

/** What a search for the category finds without filters. Null if it would ask or be refused. */
async function countMatches(
  deps: Deps,
  snapshot: CatalogSnapshot,
  { label, near, radius }: { label: string; near: string; radius: number },
): Promise<number | null> {
  const criteria = SearchCriteria.safeParse({ businessCategory: label, location: near, radius })
  if (!criteria.success) return null
  try {
    const { plan } = await planSearch(deps, snapshot, criteria.data, { countsChoices: false })
    return await countOnce(deps, snapshot, plan)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const MOST_KEPT = 5000
/** Counts by plan, for one version of the catalog. */
const counts = new WeakMap<CatalogSnapshot, Map<string, Promise<number>>>()

/** Counts a plan once for each version of the catalog, since users type the same words again and again. */
async function countOnce({ catalog }: Deps, snapshot: CatalogSnapshot, plan: SearchPlan): Promise<number> {
  const known = counts.get(snapshot) ?? new Map<string, Promise<number>>()
  counts.set(snapshot, known)
  const key = JSON.stringify(plan)
  const kept = known.get(key)
  if (kept !== undefined) return kept
  const counted = catalog.places.count(plan, { atMost: 0 }).then(({ total }) => total)
  known.set(key, counted)
  const [oldest] = known.keys()
  if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest)
  try {
    return await counted
  } catch (error) {
    known.delete(key)
    throw error
  }
}
