import type { QueryOf } from '#contract/endpoint.ts'
import { maxLabels, type Town } from '#contract/places/towns.ts'
import { radiusMiles } from '#contract/searches/search-options.ts'
import {
  maxSuggestions,
  minTypedLength,
  type suggest as endpoint,
  type suggestInPublic,
  type Suggestion,
} from '#contract/searches/suggestions.ts'
import type { Box, Point } from '#geography/index.ts'
import { fiftyStatesAndDc } from '#server/catalog/demo/states.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { type LoadedPlaces, placesAt, placesOfState } from '#server/catalog/search/coverage.ts'
import { suggestCategories } from '#server/catalog/suggest/suggest-categories.ts'
import type { Deps } from '#server/features/deps.ts'
import type { Network } from '#server/platform/basics/network.ts'
import { limitPerNetwork } from '#server/platform/limits/limited-caller.ts'
import { hitRateLimit } from '#server/platform/limits/rate-limit.ts'
import { readPlace, type SuggestedPlace, suggestPlaces } from '#words/index.ts'
import { countBusinesses } from './count-plan.ts'

type TypedText = Required<Pick<QueryOf<typeof endpoint>, 'kind' | 'q'>> & {
  near?: string | undefined
  radius: number
  isVisitor?: boolean
}

/** Suggestions for a typed text. They come from memory. Only counts that are not cached yet need the database. */
export async function suggest(
  deps: Deps,
  { kind, q, near, radius, isVisitor = false }: TypedText,
): Promise<Suggestion[]> {
  if (q.trim().length < minTypedLength) return []
  const { gazetteer } = deps.catalog
  const snapshot = deps.catalog.current()
  if (kind === 'place') {
    const found = suggestPlaces(gazetteer, q, { near: pointOf(deps, near), limit: maxSuggestions })
    return found.map(place => ({
      kind,
      text: place.label,
      population: place.population,
      places: placesIn(snapshot, place, deps.config.DEMO_CATALOG && !isVisitor),
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

/** One for each typed letter, from all visitors of a network. */
const visitorLimit = limitPerNetwork({ name: 'suggestions from your network', limit: 300, windowSeconds: 60 })

/** Suggestions for visitors, who see no samples. */
export async function suggestForVisitor(
  deps: Deps,
  { network, ...typed }: QueryOf<typeof suggestInPublic> & { network: Network },
): Promise<Suggestion[]> {
  await hitRateLimit(deps.db, visitorLimit(network), deps.clock.now())
  return suggest(deps, { ...typed, radius: radiusMiles.default, isVisitor: true })
}

function pointOf({ catalog }: Deps, words: string | undefined): Point | null {
  const location = words === undefined ? null : readPlace(catalog.gazetteer, words)
  return location !== null && 'lat' in location ? location : null
}

function placesIn({ coverage }: CatalogSnapshot, { at, state }: SuggestedPlace, isSampleShown: boolean): LoadedPlaces {
  const places = at === null ? placesOfState(coverage, state) : placesAt(coverage, at)
  if (places === 'real') return places
  return isSampleShown && fiftyStatesAndDc.has(state) ? 'sample' : 'none'
}

/** The largest towns in a box, to be named on a map. */
export const townsIn = ({ catalog }: Deps, { south, north, west, east }: Box): Town[] =>
  catalog.gazetteer.towns
    .filter(({ lat, lon }) => lat >= south && lat <= north && lon >= west && lon <= east)
    .toSorted((a, b) => b.population - a.population)
    .slice(0, maxLabels)
    .map(({ name, lat, lon, population }) => ({ name, latitude: lat, longitude: lon, population }))
