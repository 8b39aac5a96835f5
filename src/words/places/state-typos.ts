import { type Gazetteer, keyOfWords, plainWords, stateNames, townKey } from '#geography/index.ts'
import { editDistance } from '../edit-distance.ts'
import { sortedLetters } from './common-slip.ts'
import { type PlaceReading, placeOfState, unknown } from './place.ts'
import { isOtherName } from './spelled-towns.ts'
import { readState } from './typed-words.ts'

type Named = { state: string; name: string; key: string }

const names: readonly Named[] = Object.entries(stateNames).map(([state, name]) => ({ state, name, key: townKey(name) }))

const MIN_LENGTH = 4
const MIN_LENGTH_ALONE = 6
const MIN_LENGTH_OF_TWO_SLIPS = 8
const MAX_STATE_WORDS = 2

/** The state whose name is misspelled; null if there is none, or if it is not certain: "Virginian", "oregano". */
function stateSpelledLike(words: readonly string[]): Named | null {
  const key = keyOfWords(words)
  const near = names.flatMap(named => {
    if (words.length > plainWords(named.name).length) return []
    const isLong = named.key.length >= MIN_LENGTH_OF_TWO_SLIPS
    const distance = isTooFar(key, named.key) ? Infinity : editDistance(key, named.key, isLong ? 2 : 1)
    return distance <= (isLong ? 2 : 1) && isLikelySlip(key, named.key, distance) ? [{ ...named, distance }] : []
  })
  const [first, next] = near.toSorted((a, b) => a.distance - b.distance)
  return first === undefined || first.distance === next?.distance ? null : first
}

const isTooFar = (key: string, name: string): boolean => key.length < MIN_LENGTH || key[0] !== name[0]

/**
 * Whether the key may be the name with a typo. A different ending makes a different word: "Indian", "Virginian", and
 * "Carolinas". With two typos, the last letter must be right.
 */
function isLikelySlip(key: string, name: string, distance: number): boolean {
  if (distance === 0 || sortedLetters(key) === sortedLetters(name)) return true
  // A missing last letter ("Tennesse") or an added "e" ("Illinoise") does not make another word.
  if (key === name.slice(0, -1) || key === `${name}e`) return name.length >= MIN_LENGTH_OF_TWO_SLIPS
  const isOtherEnding = key.startsWith(name.slice(0, -1)) && key.at(-1) !== name.at(-1)
  if (name.length < MIN_LENGTH_ALONE || isOtherEnding) return false
  return distance === 1 || key.at(-1) === name.at(-1)
}

/** "Missisippi" and "conneticut". A short name alone is only suggested: "taxes". */
export function stateOfTypo(gazetteer: Gazetteer, words: string): PlaceReading | null {
  const plain = plainWords(words)
  const named = plain.length > MAX_STATE_WORDS ? null : stateSpelledLike(plain)
  if (named === null || gazetteer.townsByKey.has(keyOfWords(plain)) || isOtherName(gazetteer, plain)) return null
  return named.key.length < MIN_LENGTH_ALONE ? unknown([named.name]) : placeOfState(named.state)
}

/** The words with the right name of their state: "Oshkosh, wisconson". Null if nothing else precedes it. */
export function withStateSpelled(words: string): { words: string; state: string } | null {
  const plain = plainWords(words)
  for (let length = Math.min(MAX_STATE_WORDS, plain.length - 1); length > 0; length--) {
    const ending = plain.slice(-length)
    const named = readState(ending) === null ? stateSpelledLike(ending) : null
    if (named !== null) return { words: `${plain.slice(0, -length).join(' ')}, ${named.name}`, state: named.state }
  }
  return null
}
