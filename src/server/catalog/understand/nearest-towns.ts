import type { Gazetteer, Town } from '#server/catalog/gazetteer/gazetteer.ts'
import { editDistance } from './edit-distance.ts'

export type Near = { town: Town; distance: number }

const MAX_SUGGESTIONS = 5
const MIN_KEY_LENGTH = 4
// If no state is named, only larger towns are suggested.
const MIN_POPULATION_ANYWHERE = 10_000

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

/** The towns of a state whose names have the same letters in another order, but begin with the same one. */
export function townsWithSameLetters(gazetteer: Gazetteer, key: string, state: string): Town[] {
  const [sum, letters] = [sumOf(key), sorted(key)]
  const found: Town[] = []
  for (const [other, towns] of keysOfLength(gazetteer, key.length, key.length)) {
    // Sorting takes much longer than adding up, so almost no name is sorted.
    if (other[0] !== key[0] || sumOf(other) !== sum || sorted(other) !== letters) continue
    const town = towns.find(each => each.state === state)
    if (town) found.push(town)
  }
  return found.toSorted((a, b) => b.population - a.population)
}

const sorted = (key: string): string => Array.from(key).toSorted().join('')

function sumOf(key: string): number {
  let sum = 0
  for (let i = 0; i < key.length; i++) sum += key.charCodeAt(i) ** 2
  return sum
}

/** Whether a key with one edit from this one, of a town of any size, fulfills the condition. */
export function hasKeyWithin(gazetteer: Gazetteer, key: string, isWanted: (other: string) => boolean): boolean {
  for (const [other] of keysOfLength(gazetteer, key.length - 1, key.length + 1))
    if (isWanted(other) && editDistance(key, other, 1) === 1) return true
  return false
}

export const suggestionsOf = (near: readonly Near[]): string[] =>
  [...new Set(near.map(({ town }) => `${town.name}, ${town.state}`))].slice(0, MAX_SUGGESTIONS)
