import { type Gazetteer, keyOfWords, plainWords, type Town, townKey } from '#geography/index.ts'
import { beginsAlike, editDistance } from '../edit-distance.ts'
import { isWord } from '../kinds/spelling.ts'
import { wordsOf } from '../text.ts'
import { isCommonSlip } from './common-slip.ts'
import { countiesNamed, placesOfName } from './named-places.ts'
import { isDominant, MUCH_LARGER } from './place.ts'
import { readState } from './typed-words.ts'

export type Near = { town: Town; distance: number }

const MAX_SUGGESTIONS = 5
const MIN_KEY_LENGTH = 4
const MAX_KEY_LENGTH = 40
const MIN_LENGTH_OF_TWO_EDITS = 8
// If no state is named, smaller towns are only suggested for words that begin with the same letter.
const MIN_POPULATION_ANYWHERE = 10_000

/** Towns with a similar spelling. The most similar come first, and among those the largest. */
export function nearestTowns(gazetteer: Gazetteer, key: string, state: string | null): Near[] {
  if (key.length < MIN_KEY_LENGTH || key.length > MAX_KEY_LENGTH) return []
  const limit = key.length < MIN_LENGTH_OF_TWO_EDITS ? 1 : 2
  const near: Near[] = []
  for (const [otherKey, towns] of keysOfLength(gazetteer, key.length - limit, key.length + limit)) {
    const town = state === null ? towns[0] : towns.find(other => other.state === state)
    if (!town || (state === null && town.population < MIN_POPULATION_ANYWHERE && otherKey[0] !== key[0])) continue
    const distance = editDistance(key, otherKey, limit)
    if (distance <= limit) near.push({ town, distance })
  }
  return near.toSorted((a, b) => a.distance - b.distance || b.town.population - a.town.population)
}

export const suggestionsOf = (near: readonly Near[]): string[] =>
  [...new Set(near.map(({ town }) => `${town.name}, ${town.state}`))].slice(0, MAX_SUGGESTIONS)

type Keyed = [key: string, towns: readonly Town[]]
const byLength = new WeakMap<Gazetteer, ReadonlyMap<number, readonly Keyed[]>>()

// Most keys are too long or too short, so they are not compared at all.
function* keysOfLength(gazetteer: Gazetteer, shortest: number, longest: number): Generator<Keyed> {
  const groups = byLength.getOrInsertComputed(gazetteer, ({ townsByKey }) =>
    Map.groupBy(townsByKey, ([key]) => key.length),
  )
  for (let length = shortest; length <= longest; length++) yield* groups.get(length) ?? []
}

// A search in the wrong town costs the user money, so a town is only meant in spite of a typo if it is large enough, and
// much larger than every other one that is spelled alike. Others are suggested.
const MIN_LENGTH_OF_LONG = 6
const MIN_POPULATION_OF_LONG = 5000
const MIN_POPULATION_OF_SHORT = 200_000
const MIN_POPULATION_WITH_STATE = 20_000
const MIN_POPULATION_OF_COMMON_SLIP = 50_000
const SHORTEST = 4

/** The town of the state that the words certainly mean. `near` are the towns there that are spelled alike. */
export function certainInState(gazetteer: Gazetteer, near: readonly Near[], words: readonly string[]): Town | null {
  const key = keyOfWords(words)
  // "The Ozarks" are not the town Ozark.
  if (words[0] === 'the' || isSpelledCorrectly(words)) return null
  const meant = largestOf(townsWithOneSlip(near))
  if (meant && beginsAlike(key, townKey(meant.name)) && isLargeEnough(key, meant)) return meant
  const other = meant ?? withTwoSlips(near, key)
  if (other === null || key.length <= SHORTEST || gazetteer.townsByKey.has(key) || isOtherName(gazetteer, words))
    return null
  return other.population >= MIN_POPULATION_WITH_STATE ? other : null
}

/** "Pittsberg" and "sinsinnati" have two typos. */
function withTwoSlips(near: readonly Near[], key: string): Town | null {
  const meant = near.some(({ distance }) => distance < 2) ? null : largestOf(near.map(({ town }) => town))
  return meant !== null && beginsAlike(key, townKey(meant.name)) ? meant : null
}

/** The town anywhere that the words certainly mean. */
export function certainAnywhere(gazetteer: Gazetteer, near: readonly Near[], words: readonly string[]): Town | null {
  if (isOtherName(gazetteer, words) || isSpelledCorrectly(words)) return null
  const key = keyOfWords(words)
  const alike = largestOf(townsWithOneSlip(near).filter(town => beginsAlike(key, townKey(town.name))))
  if (alike && isLargeEnough(key, alike) && isDominant(townsLike(gazetteer, alike))) return alike
  return withCommonSlip(gazetteer, near, words)
}

/** "Settle" is not Seattle. */
const isSpelledCorrectly = (words: readonly string[]): boolean => wordsOf(words.join(' ')).every(isWord)

/** Whether the words are the name of something other than a town. */
export const isOtherName = (gazetteer: Gazetteer, words: readonly string[]): boolean =>
  readState(words) !== null ||
  gazetteer.citiesAbroad.has(keyOfWords(words)) ||
  placesOfName(words).length > 0 ||
  countiesNamed(words, null).length > 0

const townsWithOneSlip = (near: readonly Near[]): Town[] =>
  near.flatMap(({ town, distance }) => (distance === 1 ? town : []))

const townsLike = ({ townsByKey }: Gazetteer, { name }: Town): readonly Town[] => townsByKey.get(townKey(name)) ?? []

/** The first town, if it is much larger than the next one. */
function largestOf([meant, next]: readonly Town[]): Town | null {
  return meant !== undefined && meant.population >= MUCH_LARGER * (next?.population ?? 0) ? meant : null
}

function isLargeEnough(key: string, { population }: Town): boolean {
  if (key.length < MIN_LENGTH_OF_LONG - 1) return false
  return population >= (key.length >= MIN_LENGTH_OF_LONG ? MIN_POPULATION_OF_LONG : MIN_POPULATION_OF_SHORT)
}

/**
 * The town in "Cheyene", "Dubuqe", and "pensecola". Its name has as many words, and no other town with this name, or
 * with one that is as similar, has a tenth of its people.
 */
function withCommonSlip(gazetteer: Gazetteer, near: readonly Near[], words: readonly string[]): Town | null {
  const key = keyOfWords(words)
  const [meant] = townsWithOneSlip(near)
  if (key.length < MIN_LENGTH_OF_LONG || meant === undefined || meant.population < MIN_POPULATION_OF_COMMON_SLIP)
    return null
  const name = townKey(meant.name)
  if (plainWords(meant.name).length !== words.length || !isCommonSlip(key, name)) return null
  const limit = meant.population / MUCH_LARGER
  const [, sameName] = townsLike(gazetteer, meant)
  const isRival = ([other, [largest]]: Keyed) =>
    other !== name && (largest?.population ?? 0) >= limit && editDistance(key, other, 1) === 1
  const hasRival = [...keysOfLength(gazetteer, key.length - 1, key.length + 1)].some(isRival)
  return hasRival || (sameName?.population ?? 0) > limit ? null : meant
}
