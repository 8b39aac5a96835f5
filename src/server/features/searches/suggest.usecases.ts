import type { QueryOf } from '#contract/endpoint.ts'
import {
  maxSuggestions,
  minTypedLength,
  type suggest as endpoint,
  type Suggestion,
} from '#contract/searches/suggestions.ts'
import { type Point } from '#geography/index.ts'
import { fiftyStatesAndDc } from '#server/catalog/demo/states.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { type LoadedPlaces, placesAt, placesOfState } from '#server/catalog/search/coverage.ts'
import { suggestCategories } from '#server/catalog/suggest/suggest-categories.ts'
import type { Deps } from '#server/features/deps.ts'
import { readPlace, type SuggestedPlace, suggestPlaces } from '#words/index.ts'
import { countBusinesses } from './count-plan.ts'

type TypedText = Required<Pick<QueryOf<typeof endpoint>, 'kind' | 'q'>> & { near?: string | undefined; radius: number }

/** Suggestions for a typed text. They come from memory. Only counts that are not cached yet need the database. */
export async function suggest(deps: Deps, { kind, q, near, radius }: TypedText): Promise<Suggestion[]> {
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
      at: place.at && { latitude: place.at.lat, longitude: place.at.lon },
    }))
  }
  const senses = suggestCategories(snapshot.categories, q, maxSuggestions)
  const counted = await Promise.all(
    senses.map(async ({ label }) => ({
      kind,
      text: label,
      matches:
        near === undefined ? null : await countBusinesses(deps, snapshot, { category: label, place: near, radius }),
    })),
  )
  return counted.toSorted((a, b) => Number(a.matches === 0) - Number(b.matches === 0))
}

function pointOf({ catalog }: Deps, words: string | undefined): Point | null {
  const location = words === undefined ? null : readPlace(catalog.gazetteer, words)
  return location !== null && 'lat' in location ? location : null
}

function placesIn({ config }: Deps, { coverage }: CatalogSnapshot, { at, state }: SuggestedPlace): LoadedPlaces {
  const places = at === null ? placesOfState(coverage, state) : placesAt(coverage, at)
  if (places === 'real') return places
  return config.DEMO_CATALOG && fiftyStatesAndDc.has(state) ? 'sample' : 'none'
}
