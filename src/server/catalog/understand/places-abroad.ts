import { z } from 'zod'
import type { Gazetteer } from '#server/catalog/gazetteer/gazetteer.ts'
import { stateCode } from '#server/catalog/gazetteer/states.ts'
import { keyOfWords, townKey } from '#server/catalog/gazetteer/town-key.ts'
import { commaList, readTable } from '#server/catalog/words/word-file.ts'
import { DOMINANT_POPULATION, LARGE_POPULATION, type LocationResolution, unknown } from './location-resolution.ts'
import { readLocation, trailingStates } from './location-words.ts'
import { placesOfName, withoutKind } from './named-areas.ts'
import { placeAliases } from './place-aliases.ts'

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const rows = readTable('places-abroad.txt', z.tuple([z.string().min(1), commaList, commaList]))

// The names of all countries and territories with a two-letter code, and of regions. If a state has the same name, as
// Georgia does, the name means the state.
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const countries: ReadonlySet<string> = new Set(
  LETTERS.flatMap(first => LETTERS.map(second => names.of(first + second) ?? ''))
    .concat(rows.flatMap(([country, regions]) => [country, ...regions]))
    .filter(name => name !== '' && stateCode(name) === null && !/united states|u\.s\./i.test(name))
    .map(townKey),
)
const otherNames: ReadonlySet<string> = new Set(rows.flatMap(([, , cities]) => cities.map(townKey)))

const isCity = ({ citiesAbroad }: Gazetteer, key: string): boolean => citiesAbroad.has(key) || otherNames.has(key)

/** Whether the words are the name of a country, a region, or a large city abroad. Some towns have such names, too. */
export const isNameAbroad = (gazetteer: Gazetteer, words: readonly string[]): boolean => {
  const key = keyOfWords(words)
  return countries.has(key) || isCity(gazetteer, key)
}

/**
 * Whether the words mean a town here of this population, and not the country, region, or large city abroad with this
 * name. "Worthington, Dublin" is in Ohio, because Dublin there is well known. London in Ohio is not.
 */
export function isBestKnownHere(gazetteer: Gazetteer, words: readonly string[], population: number): boolean {
  const key = keyOfWords(words)
  return !countries.has(key) && (!isCity(gazetteer, key) || population >= LARGE_POPULATION)
}

const populationHere = ({ townsByKey }: Gazetteer, words: readonly string[]): number =>
  townsByKey.get(keyOfWords(words))?.[0]?.population ?? 0

/** Whether a place in these words is abroad: "China", "Ontario", or "London". A city may be a well-known town here. */
export const isAbroad = (gazetteer: Gazetteer, words: readonly string[]): boolean =>
  !isBestKnownHere(gazetteer, words, populationHere(gazetteer, words))

/**
 * Only suggests what was found if the words mean a place abroad. They do if they are its name, and what was found has
 * another name ("Puebla" is not Pueblo), or if a place abroad follows a comma ("Sutton, London").
 */
export function unlessAbroad(gazetteer: Gazetteer, typed: string, found: LocationResolution): LocationResolution {
  if (found.kind === 'ambiguous' || found.kind === 'unknown') return found
  const location = readLocation(typed)
  if (location === null || location.state !== null || location.zip !== null) return found
  // "Roland IA" is not Rolândia.
  if (trailingStates(location.words).length > 0) return found
  const { words, parts } = location
  const isMeant =
    parts.length > 1 ? isPartAbroad(gazetteer, parts) : isNameAbroad(gazetteer, words) && !isNameOf(words, found.label)
  return isMeant ? unknown([found.label]) : found
}

/** "Sutton, London" and "Turin, Rome". Rome in Georgia is well known, but Turin is not there. */
function isPartAbroad(gazetteer: Gazetteer, parts: readonly string[][]): boolean {
  const outer = parts.at(-1) ?? []
  const isPair = isNameAbroad(gazetteer, outer) && isNameAbroad(gazetteer, parts.slice(0, -1).flat())
  return isAbroad(gazetteer, outer) || (isPair && populationHere(gazetteer, outer) < DOMINANT_POPULATION)
}

/** Whether the words are a name of the place: its own, one that people use for it, or a code. */
function isNameOf(words: readonly string[], label: string): boolean {
  const [name = ''] = label.split(',', 1)
  const key = keyOfWords(words)
  const isOther = placeAliases.has(key) || placesOfName(words).length > 0 || stateCode(words.join(' ')) !== null
  return isOther || key === townKey(name) || key === townKey(withoutKind(name))
}
