import type { QueryOf } from '#contract/endpoint.ts'
import { SearchCriteria } from '#contract/searches.ts'
import { maxSuggestions, minTypedLength, type suggest as endpoint, type Suggestion } from '#contract/suggestions.ts'
import { cellOf } from '#server/catalog/place/cell.ts'
import type { Point } from '#server/catalog/place/great-circle.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { suggestCategories } from '#server/catalog/suggest/suggest-categories.ts'
import { suggestPlaces, type SuggestedPlace } from '#server/catalog/suggest/suggest-places.ts'
import { resolveLocation } from '#server/catalog/understand/resolve-location.ts'
import type { Deps } from '#server/features/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { countPlan } from './count-plan.ts'
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
    return await countPlan(deps, snapshot, plan)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
