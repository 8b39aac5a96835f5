import type { Gazetteer, Town } from '#server/catalog/gazetteer/gazetteer.ts'
import { townKey } from '#server/catalog/gazetteer/town-key.ts'
import { editDistance } from './edit-distance.ts'

type Near = { town: Town; distance: number }

const MAX_SUGGESTIONS = 5
const MIN_KEY_LENGTH = 4
// If no state is named, only larger towns are suggested.
const MIN_POPULATION_ANYWHERE = 10_000
const MIN_KEY_LENGTH_OF_SURE_TYPO = 6
const MIN_POPULATION_OF_SURE_TYPO = 5000
const LARGE_POPULATION = 200_000
const MUCH_LARGER = 10

/** Towns with a similar spelling. The most similar come first, and among those the largest. */
export function nearestTowns(gazetteer: Gazetteer, key: string, state: string | null): Near[] {
  if (key.length < MIN_KEY_LENGTH || key.length > 40) return []
  const limit = key.length < 8 ? 1 : 2
  const near: Near[] = []
  for (const [otherKey, towns] of keysOfLength(gazetteer, key.length - limit, key.length + limit)) {
    if (state === null && (towns[0]?.population ?? 0) < MIN_POPULATION_ANYWHERE) continue
    const distance = editDistance(key, otherKey, limit)
    if (distance > limit) continue
    const town = state === null ? towns[0] : towns.find(other => other.state === state)
    if (town) near.push({ town, distance })
  }
  return near.toSorted((a, b) => a.distance - b.distance || b.town.population - a.town.population)
}

type Keyed = [key: string, towns: readonly Town[]]
const byLength = new WeakMap<Gazetteer, ReadonlyMap<number, readonly Keyed[]>>()

// Most keys are too long or too short, so they are not compared at all.
function* keysOfLength(gazetteer: Gazetteer, shortest: number, longest: number): Generator<Keyed> {
  const groups = byLength.get(gazetteer) ?? Map.groupBy(gazetteer.townsByKey, ([key]) => key.length)
  byLength.set(gazetteer, groups)
  for (let length = shortest; length <= longest; length++) yield* groups.get(length) ?? []
}

/**
 * The town that is certainly meant in spite of a one-letter typo: it begins with the same letter or with two swapped
 * letters, and it is much larger than every other candidate. Less certain towns are only suggested, because a search in
 * the wrong town costs the user money.
 */
export function certainCorrection(near: readonly Near[], key: string, { minPopulation = 0 } = {}): Town | null {
  const [meant, next] = near
    .filter(({ distance, town }) => distance === 1 && beginsAlike(key, townKey(town.name)))
    .map(({ town }) => town)
  if (
    meant === undefined ||
    meant.population < minPopulation ||
    meant.population < MUCH_LARGER * (next?.population ?? 0)
  )
    return null
  const isLong = key.length >= MIN_KEY_LENGTH_OF_SURE_TYPO
  if (key.length < MIN_KEY_LENGTH_OF_SURE_TYPO - 1) return null
  return meant.population >= (isLong ? MIN_POPULATION_OF_SURE_TYPO : LARGE_POPULATION) ? meant : null
}

// "Edtroit" is Detroit with its first two letters swapped.
const beginsAlike = (key: string, other: string): boolean =>
  key[0] === other[0] || (key[0] === other[1] && key[1] === other[0])

export const suggestionsOf = (near: readonly Near[]): string[] =>
  near.slice(0, MAX_SUGGESTIONS).map(({ town }) => `${town.name}, ${town.state}`)
