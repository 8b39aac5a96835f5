import type { Gazetteer, Town } from '#server/catalog/gazetteer/gazetteer.ts'
import { keyOfWords, plainWords, townKey } from '#server/catalog/gazetteer/town-key.ts'
import { wordsOfFile } from '#server/catalog/words/word-file.ts'
import { neighborhoodsOfName } from './city-neighborhoods.ts'
import { isCommonSlip } from './common-slip.ts'
import { DOMINANT_POPULATION, isDominant, MUCH_LARGER } from './location-resolution.ts'
import { readState } from './location-words.ts'
import { countiesNamed, placesOfName } from './named-areas.ts'
import { hasKeyWithin, type Near, townsWithSameLetters } from './nearest-towns.ts'
import { isNameAbroad } from './places-abroad.ts'

// A search in the wrong town costs the user money, so a town is only meant in spite of a typo if it is large enough, and
// much larger than every other one that is spelled alike. Others are suggested.
const MIN_LENGTH_OF_LONG = 6
const MIN_POPULATION = 5000
const MIN_POPULATION_OF_SHORT = 200_000
// Rules for words that are the name of no place at all.
const MIN_POPULATION_OF_RARE_SLIP = 20_000
const MIN_POPULATION_OF_SHORTEST = 50_000
const MIN_POPULATION_OF_COMMON_SLIP = 50_000
const MIN_LENGTH_OF_TWO_SLIPS = 10
const MIN_POPULATION_OF_TWO_SLIPS = 200_000

// English words that differ from a large town by one letter, such as "plant" and "temper".
const englishWords: ReadonlySet<string> = new Set(wordsOfFile('words-like-towns.txt'))

/** The town of the state that the words certainly mean. `near` are the towns there that are spelled alike. */
export function certainInState(
  gazetteer: Gazetteer,
  near: readonly Near[],
  { words, state }: { words: readonly string[]; state: string },
): Town | null {
  const key = keyOfWords(words)
  // "The Ozarks" are not the town Ozark. "Boulders CO" is Boulder.
  const isPlural = near.some(({ town }) => `${townKey(town.name)}s` === key)
  if (words[0] === 'the' || (isEnglish(words) && !isPlural)) return null
  const meant = largestOf(townsWithOneSlip(near).filter(town => beginsAlike(key, townKey(town.name))))
  if (meant && isLargeEnough(key, meant)) return meant
  if (gazetteer.townsByKey.has(key) || isOtherName(gazetteer, words)) return null
  const other = largestOf(townsWithOneSlip(near))
  const [length, population] = [key.length, other?.population ?? 0]
  if (population >= (length > 4 ? MIN_POPULATION_OF_RARE_SLIP : MIN_POPULATION_OF_SHORTEST)) return other
  // "Ohama" has the letters of Omaha in another order.
  const same = length > 4 ? largestOf(townsWithSameLetters(gazetteer, key, state)) : null
  return same && same.population >= MIN_POPULATION_OF_SHORTEST
    ? same
    : withTwoSlips(near, words, MIN_POPULATION_OF_RARE_SLIP)
}

/** Like `certainInState`, without a state. */
export function certainAnywhere(gazetteer: Gazetteer, near: readonly Near[], words: readonly string[]): Town | null {
  if (isOtherName(gazetteer, words)) return null
  const key = keyOfWords(words)
  const isDominantHere = (town: Town | null) => town !== null && isDominant(townsLike(gazetteer, town))
  const alike = largestOf(townsWithOneSlip(near).filter(town => beginsAlike(key, townKey(town.name))))
  if (alike && alike.population >= DOMINANT_POPULATION && isLargeEnough(key, alike))
    return isDominantHere(alike) ? alike : null
  const slip = withCommonSlip(gazetteer, near, words)
  if (slip) return slip
  const two = withTwoSlips(near, words, MIN_POPULATION_OF_TWO_SLIPS)
  return isDominantHere(two) ? two : null
}

export const isEnglish = (words: readonly string[]): boolean => englishWords.has(words.join(' '))

/** Whether the words are an English word, or the name of something other than a town. */
export const isOtherName = (gazetteer: Gazetteer, words: readonly string[]): boolean =>
  isEnglish(words) ||
  readState(words) !== null ||
  isNameAbroad(gazetteer, words) ||
  placesOfName(words).length > 0 ||
  neighborhoodsOfName(words).length > 0 ||
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
  return population >= (key.length >= MIN_LENGTH_OF_LONG ? MIN_POPULATION : MIN_POPULATION_OF_SHORT)
}

// "Edtroit" is Detroit with its first two letters swapped.
const beginsAlike = (key: string, other: string): boolean =>
  key[0] === other[0] || (key[0] === other[1] && key[1] === other[0])

/** "Philidelpia" has two typos. Only one long word is certain: "Lemon Cove" is not Lemon Grove. */
function withTwoSlips(near: readonly Near[], words: readonly string[], population: number): Town | null {
  const [word = '', ...others] = words
  if (others.length > 0 || word.length < MIN_LENGTH_OF_TWO_SLIPS || near.some(({ distance }) => distance < 2))
    return null
  const meant = largestOf(near.flatMap(({ town }) => (plainWords(town.name).length === 1 ? town : [])))
  return meant && meant.population >= population && townKey(meant.name).startsWith(word.slice(0, 2)) ? meant : null
}

/**
 * The town in "Cheyene", "Dubuqe", and "pensecola". It has as many words, and no town of any size with this spelling, or
 * with another one that is as close, has a tenth of its people.
 */
function withCommonSlip(gazetteer: Gazetteer, near: readonly Near[], words: readonly string[]): Town | null {
  const key = keyOfWords(words)
  const [meant = null] = townsWithOneSlip(near)
  if (key.length < MIN_LENGTH_OF_LONG || meant === null || meant.population < MIN_POPULATION_OF_COMMON_SLIP) return null
  const name = townKey(meant.name)
  if (plainWords(meant.name).length !== words.length || !isCommonSlip(key, name)) return null
  const [, sameName] = townsLike(gazetteer, meant)
  const limit = meant.population / MUCH_LARGER
  const hasRival = hasKeyWithin(gazetteer, key, other => other !== name && isAtLeast(gazetteer, other, limit))
  return hasRival || (sameName?.population ?? 0) > limit ? null : meant
}

const isAtLeast = ({ townsByKey }: Gazetteer, key: string, population: number): boolean =>
  (townsByKey.get(key)?.[0]?.population ?? 0) >= population
