import { type Gazetteer, townInState } from '#server/catalog/gazetteer/gazetteer.ts'
import { keyOfWords, plainWords, townKey } from '#server/catalog/gazetteer/town-key.ts'
import { distanceMiles } from '#server/catalog/place/great-circle.ts'
import { cityOfAreaCode } from './area-code-places.ts'
import {
  choicesOf,
  type LocationResolution,
  MUCH_LARGER,
  type PointLocation,
  pointLocation,
  unknown,
} from './location-resolution.ts'
import { readState, trailingStates } from './location-words.ts'
import type { AreaLocation } from './named-areas.ts'
import { nearestTowns } from './nearest-towns.ts'
import { isBestKnownHere } from './places-abroad.ts'
import { resolveRespelled } from './respelled-places.ts'

/** Finds the place that the words name, without trying other words for it. */
type Resolve = (words: string) => LocationResolution
type Found = PointLocation | AreaLocation

const MAX_MILES_TO_OTHER_TOWN = 60
const MAX_MILES_BETWEEN_PAIR = 40
// Words for a part of a town are ignored only if the town is large: "South Jackson" may be a separate place.
const MIN_POPULATION_WITH_PARTS = 100_000
// Every town has a center.
const MIN_POPULATION_WITH_CENTER = 5000
const MIN_POPULATION_BEHIND_STREET = 5000
const MIN_POPULATION_OF_INITIALS = 20_000
const MAX_SUGGESTIONS = 5
const MAX_WORDS = 10
const MAX_PARTS = 3

/**
 * Finds the place for words that name it indirectly: after its state or a street, together with a second town close by,
 * as a part of a large town, or by its initials. Null if none of these fits.
 */
export function resolveReworded(gazetteer: Gazetteer, words: string, resolveOnce: Resolve): LocationResolution | null {
  const city = cityOfAreaCode(gazetteer, words)
  if (city) return city
  if (plainWords(words).length > MAX_WORDS || !/\p{L}/u.test(words)) return null
  const resolve = remembering(resolveOnce)
  return (
    townBehindState(gazetteer, words, resolve) ??
    townInNamedState(words, resolve) ??
    townBehindStreet(gazetteer, words, resolve) ??
    resolveRespelled(gazetteer, words, resolve) ??
    twoWithStates(words, resolve) ??
    firstOfPair(gazetteer, words, resolve) ??
    placeNearOther(gazetteer, words, resolve) ??
    townOfPart(gazetteer, words, resolve) ??
    townOfInitials(gazetteer, words) ??
    townAtEnd(gazetteer, words, resolve)
  )
}

function remembering(resolve: Resolve): Resolve {
  const known = new Map<string, LocationResolution>()
  return words => {
    const found = known.get(words) ?? resolve(words)
    known.set(words, found)
    return found
  }
}

/**
 * "Texas, Austin" and "Ohio Columbus". The town must be spelled correctly, because many places have names that begin
 * with the name of a state.
 */
function townBehindState(gazetteer: Gazetteer, words: string, resolve: Resolve): LocationResolution | null {
  const plain = plainWords(words)
  for (let length = Math.min(3, plain.length - 1); length > 0; length--) {
    const state = readState(plain.slice(0, length))
    const rest = plain.slice(length)
    const town = state && townInState(gazetteer, keyOfWords(rest), state)
    if (town && isBestKnownHere(gazetteer, rest, town.population)) return resolve(`${town.name}, ${town.state}`)
  }
  return null
}

/** "Tulsa in Oklahoma". */
function townInNamedState(words: string, resolve: Resolve): LocationResolution | null {
  const [, town, rest = ''] = /^(\S.*?),? in (\S.*)$/i.exec(words.trim()) ?? []
  const state = readState(plainWords(rest))
  const found = town === undefined || state === null ? null : resolve(`${town}, ${state}`)
  return found === null || found.kind === 'unknown' ? null : found
}

const STREET =
  /^(\d+\S* )?.*\b(st|street|ave|avenue|rd|road|blvd|boulevard|drive|ln|lane|hwy|highway|pkwy|parkway)\b\.?(?: [ns]?[ew]?\b\.?)?(?:[ ,]+(?:#|apt|suite|unit) ?\S+)?[ ,]+(\S.*)$/i

// Without a comma, a direction belongs to the town: "I-80 West Sacramento".
const HIGHWAY =
  /^(?:(?:along|on|off|near|by) )?(?:the )?(?:route|rte?|highway|hwy|interstate|us|i|sr|state (?:route|road|highway))[ -]?\d{1,4}[a-z]?(?: [nsew]b| (?:north|south|east|west|[nsew])(?= ?,))?(?: (?:in|near|through))?[ ,]+(\S.*)$/i

/**
 * The town in "1600 Pennsylvania Avenue Washington DC" and "Route 9 Framingham MA". Without a number, "St" may mean
 * "Saint", so a state must follow the town.
 */
function townBehindStreet(gazetteer: Gazetteer, words: string, resolve: Resolve): LocationResolution | null {
  const typed = words.replaceAll(/\s+/g, ' ').trim()
  const [, behindHighway] = HIGHWAY.exec(typed) ?? []
  const [, number, , behindStreet] = STREET.exec(typed) ?? []
  const rest = behindHighway ?? behindStreet
  const isNumbered = behindHighway !== undefined || number !== undefined
  if (rest === undefined || (!isNumbered && trailingStates(plainWords(rest)).length === 0)) return null
  const found = resolve(rest)
  if (found.kind === 'ambiguous') return found
  return found.kind === 'point' && populationOf(gazetteer, found) >= MIN_POPULATION_BEHIND_STREET ? found : null
}

/** The first words of phrases such as "near", "outside of", "close to", and "next to". */
const NEAR = /^(?:near|by|outside|close|next|around)$/

/**
 * Two places, each with its state: "Boulder CO Denver CO". The user chooses, because a search of one of them would
 * be charged as if it were both.
 */
function twoWithStates(words: string, resolve: Resolve): LocationResolution | null {
  const plain = plainWords(words)
  for (let length = 2; length < plain.length; length++) {
    const parts = [plain.slice(0, length), plain.slice(length)]
    if (NEAR.test(plain[length] ?? '') || parts.some(part => trailingStates(part).length === 0)) continue
    const places = parts.flatMap(part => foundPlace(resolve(part.join(' '))) ?? [])
    if (places.length === parts.length) return { kind: 'ambiguous', choices: choicesOf(places) }
  }
  return null
}

/**
 * The first of two or three neighboring towns: Kenosha in "Kenosha & Racine", Minneapolis in "Minneapolis and St Paul".
 */
function firstOfPair(gazetteer: Gazetteer, words: string, resolve: Resolve): Found | null {
  const parts = words.split(/\s+(?:and|&|\+|y|or)\s+|\s*\/\s*/i)
  if (parts.length < 2 || parts.length > MAX_PARTS) return null
  const [firsts = [], ...others] = parts.map(part => placesNamed(gazetteer, part, resolve))
  const close = firsts.filter(first =>
    others.every(places => places.some(other => distanceMiles(first, other) <= MAX_MILES_BETWEEN_PAIR)),
  )
  const [first = null, ...more] = close
  return more.length === 0 ? first : null
}

/**
 * A place that is told apart from others with its name by a place close to it: "Pasadena near Houston", "Franklin TN
 * Nashville".
 */
function placeNearOther(gazetteer: Gazetteer, words: string, resolve: Resolve): LocationResolution | null {
  for (const [inner, outer] of waysToSplit(words)) {
    const around = placesNamed(gazetteer, outer, resolve)
    const close = placesNamed(gazetteer, inner, resolve).filter(place => isNearOneOf(place, around))
    // "Canton, China" is not Canton near the town of China in Maine.
    const known = around.filter(place => isBestKnownHere(gazetteer, plainWords(outer), populationOf(gazetteer, place)))
    if (!close.some(place => isNearOneOf(place, known))) continue
    const [place, ...others] = close
    if (place === undefined) continue
    if (others.length === 0) return place
    return { kind: 'ambiguous', choices: choicesOf([place, ...others]) }
  }
  return null
}

const isNearOneOf = (place: Found, others: readonly Found[]): boolean =>
  others.some(other => distanceMiles(place, other) <= MAX_MILES_TO_OTHER_TOWN)

function* waysToSplit(words: string): Generator<[inner: string, outer: string]> {
  const [, inner, outer] =
    /^(.*?\S),?\s+(?:near|by|outside(?: of)?|close to|next to|around|in)\s+(\S.*)$/i.exec(words) ?? []
  if (inner !== undefined && outer !== undefined) yield [inner, outer]
  const [first = '', ...parts] = words.split(/[,()]/).filter(part => part.trim() !== '')
  if (parts.length === 1) yield [first, parts.join(' ')]
  const plain = plainWords(words)
  for (let length = 2; length < plain.length; length++) {
    const before = plain.slice(0, length)
    if (before.at(-1) === 'county' || trailingStates(before).length > 0)
      yield [before.join(' '), plain.slice(length).join(' ')]
  }
}

/** All places with this name, each one once. */
function placesNamed(gazetteer: Gazetteer, words: string, resolve: Resolve): Found[] {
  const named = resolve(words)
  const found = named.kind === 'ambiguous' ? named.choices.map(({ location }) => resolve(location)) : [named]
  const small = gazetteer.townsByKey.get(townKey(words)) ?? []
  const places = [...found, ...small.map(({ name, state }) => resolve(`${name}, ${state}`))].flatMap(
    each => foundPlace(each) ?? [],
  )
  return [...new Map(places.map(place => [place.label, place])).values()]
}

const DIRECTION = '(?:far )?(?:north|south)?(?:east|west|north|south)(?:ern)?|[ns][ew]|[nsew]\\.?'
const PART_BEFORE = new RegExp(
  String.raw`^(?:the )?(?:(?:${DIRECTION}|central|inner|outer|upper|lower|downtown|dtwn|dwntn|dt|midtown|uptown|old town|metro|suburban|suburbs(?: of)?|itp|otp|inside the (?:loop|perimeter|beltway)|(?:the )?heart of)[ -])+(?=\S)`,
  'i',
)
const PART_BEHIND = new RegExp(
  String.raw`[ ,]+(?:(?:${DIRECTION}|central|inner)(?: ?side| end)?|(?:east|west|north|south) ?side|downtown(?: area| district)?|midtown|city cent(?:er|re)(?: area)?|waterfront|harbor|inner harbor|suburbs|(?:${DIRECTION}) suburbs)$`,
  'i',
)

const CENTER = /\b(?:downtown|dtwn|dwntn|dt|city cent(?:er|re))\b/i

/** The town in "South Denver", "Cleveland west side", and "dtwn Pittsburgh". */
function townOfPart(gazetteer: Gazetteer, words: string, resolve: Resolve): LocationResolution | null {
  const typed = words
    .replaceAll(/[(),]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const town = typed
    .replace(PART_BEFORE, '')
    .replace(PART_BEHIND, '')
    .replace(/^side (?:of )?/i, '')
  // "LA" in "South LA" may mean Louisiana.
  if (town === typed || town === '' || readState(plainWords(town)) !== null) return null
  const found = resolve(town)
  const [first] = found.kind === 'ambiguous' ? found.choices : []
  const largest = first === undefined ? found : resolve(first.location)
  const atLeast = CENTER.test(typed) ? MIN_POPULATION_WITH_CENTER : MIN_POPULATION_WITH_PARTS
  if (largest.kind !== 'point' || populationOf(gazetteer, largest) < atLeast) return null
  const other = townSpelledLike(gazetteer, typed)
  return other === null ? found : unknown([other, largest.label])
}

/** A town that the words are a typo of: "south san francico" is not a part of San Francisco. */
function townSpelledLike(gazetteer: Gazetteer, words: string): string | null {
  const plain = plainWords(words)
  const [{ town, state } = { town: plain, state: null }] = trailingStates(plain)
  const [near] = nearestTowns(gazetteer, keyOfWords(town), state)
  return near?.distance === 1 && plainWords(near.town.name)[0] === town[0]
    ? `${near.town.name}, ${near.town.state}`
    : null
}

/** A large town after unknown words is only suggested: "Oldharbour Sacramento" may be a neighborhood. */
function townAtEnd(gazetteer: Gazetteer, words: string, resolve: Resolve): LocationResolution | null {
  const plain = plainWords(words)
  for (let start = Math.max(1, plain.length - 4); start < plain.length; start++) {
    const ending = plain.slice(start)
    const found = readState(ending) === null ? resolve(ending.join(' ')) : unknown()
    if (found.kind === 'point' && populationOf(gazetteer, found) >= MIN_POPULATION_WITH_PARTS)
      return unknown([found.label])
  }
  return null
}

/**
 * "FW TX" is Fort Worth. Without a state, or if no large town stands out, the towns with these initials are only
 * suggested.
 */
function townOfInitials(gazetteer: Gazetteer, words: string): LocationResolution | null {
  const plain = plainWords(words)
  const [initials = '', ...ending] = plain
  const state = ending.length === 0 ? null : readState(ending)
  if (!/^[a-z]{2,4}$/.test(initials) || (ending.length > 0 && state === null)) return null
  if (state === null && initials.length < 3) return null
  const towns = gazetteer.towns.filter(
    town =>
      town.population >= MIN_POPULATION_OF_INITIALS &&
      (state === null || town.state === state) &&
      initialsOf(town.name) === initials,
  )
  const [largest, next] = towns.toSorted((a, b) => b.population - a.population)
  if (largest === undefined) return null
  const isSure =
    state !== null &&
    largest.population >= MIN_POPULATION_WITH_PARTS &&
    largest.population >= MUCH_LARGER * (next?.population ?? 0)
  if (isSure) return pointLocation(largest)
  return unknown(towns.slice(0, MAX_SUGGESTIONS).map(({ name, state: of }) => `${name}, ${of}`))
}

const initialsOf = (name: string): string => {
  const words = plainWords(name)
  return words.length < 2 ? '' : words.map(word => word.slice(0, 1)).join('')
}

const foundPlace = (found: LocationResolution): Found | null =>
  found.kind === 'point' || found.kind === 'area' ? found : null

// Areas, neighborhoods, and landmarks are not towns, so their population is 0.
function populationOf(gazetteer: Gazetteer, found: Found): number {
  if (found.kind === 'area' || found.label !== `${found.city}, ${found.state}`) return 0
  const { city, state } = found
  return townInState(gazetteer, townKey(city), state)?.population ?? 0
}
