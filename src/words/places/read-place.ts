import {
  countyAt,
  type Gazetteer,
  keyOfWords,
  nearestTown,
  plainWords,
  stateNames,
  type Town,
  townInState,
  townKey,
  zipInfo,
} from '#geography/index.ts'
import { readCoordinates } from './coordinates.ts'
import { countiesOf, countiesOfName, likeliestCounties } from './counties.ts'
import { countiesNamed, namedPlaces, type Neighborhood, placesOfName } from './named-places.ts'
import { placeAliases } from './place-aliases.ts'
import {
  type AreaPlace,
  chooseTown,
  choicesOf,
  isDominant,
  LARGE_POPULATION,
  MIN_POPULATION_WITHOUT_STATE,
  placeOfState,
  type PlaceReading,
  pointOfTown,
  pointOfZip,
  unknown,
} from './place.ts'
import { withoutArea, withoutQualifiers } from './qualifiers.ts'
import { readReworded } from './reworded-places.ts'
import { placesListed } from './several-places.ts'
import { certainAnywhere, certainInState, nearestTowns, suggestionsOf } from './spelled-towns.ts'
import { townOfAlias, townOfParts, variantsOf } from './town-names.ts'
import { DIRECTION, MAX_LENGTH, type PlaceWords, readState, readWords, trailingStates } from './typed-words.ts'

/**
 * Finds the place that the words name. Never throws. If there is none, `unknown` comes with similar names. With the
 * spelling `exact`, it does not look for other wordings and typos, which takes long.
 */
export function readPlace(gazetteer: Gazetteer, typed: string, spelling: 'any' | 'exact' = 'any'): PlaceReading {
  if (typed.length > MAX_LENGTH) return unknown()
  const exact = readExactly(gazetteer, typed)
  if (exact !== null || spelling === 'exact') return exact ?? unknown()
  const several = readSeveral(gazetteer, typed)
  if (several !== null) return several
  const found = readQualified(gazetteer, typed)
  if (found.kind !== 'unknown') return found
  const reworded = readReworded(gazetteer, typed, words => readQualified(gazetteer, words)) ?? unknown()
  if (reworded.kind !== 'unknown') return reworded
  const joined = readSeveral(gazetteer, typed.replaceAll(HYPHEN, ', '))
  if (joined !== null) return joined
  const suggestions = [...new Set([...found.suggestions, ...reworded.suggestions])]
  return unknown(suggestions.length > 0 ? suggestions : largeTownAtEnd(gazetteer, typed))
}

/** "Champaign-Urbana IL" */
const HYPHEN = /(?<=\p{L}{3})[-‐‑–](?=\p{L}{3})/gu

function readSeveral(gazetteer: Gazetteer, typed: string): PlaceReading | null {
  const several = placesListed(typed, (words, mustBeLarge) => knownPlace(gazetteer, words, mustBeLarge))
  const choices = several.map(location => choiceOf(gazetteer, location))
  return choices.length > 0 ? { kind: 'several', choices } : null
}

/** The large town that the words end with, as a suggestion: "2 hours from Chicago". */
function largeTownAtEnd(gazetteer: Gazetteer, typed: string): string[] {
  const words = plainWords(typed)
  for (let length = Math.min(MAX_WORDS_OF_TOWN, words.length - 1); length > 0; length--) {
    const found = knownPlace(gazetteer, words.slice(-length).join(' '), true)
    if (found?.kind === 'point' && found.zip === null) return [found.label]
  }
  return []
}
const MAX_WORDS_OF_TOWN = 4

function choiceOf(gazetteer: Gazetteer, location: string): { label: string; location: string } {
  const found = readQualified(gazetteer, location)
  return { label: 'label' in found ? found.label : location, location }
}

/** The one place that the words name. A town without its state must be large, and no city abroad may have its name. */
function knownPlace(gazetteer: Gazetteer, words: string, mustBeLarge = !endsWithState(words)): PlaceReading | null {
  const found = readExactly(gazetteer, words)
  if (found === null || found.kind === 'ambiguous') return null
  if (found.kind !== 'point' || found.zip !== null) return found
  const key = keyOfWords(plainWords(words))
  if (gazetteer.citiesAbroad.has(key) && !isDominant(gazetteer.townsByKey.get(key) ?? [])) return null
  const population = townInState(gazetteer, townKey(found.city), found.state)?.population ?? 0
  return !mustBeLarge || population >= MIN_POPULATION_WITHOUT_STATE ? found : null
}

const endsWithState = (words: string): boolean => trailingStates(plainWords(words)).length > 0

/** The place that the words name as they are, in full, and spelled correctly. Null if they do not name one. */
function readExactly(gazetteer: Gazetteer, typed: string): PlaceReading | null {
  const coordinates = readCoordinates(typed)
  if (coordinates !== null) return placeAt(gazetteer, coordinates)
  const location = readWords(typed)
  if (location === null) return null
  const { words, parts, state } = location
  const zip = location.zip === null ? null : zipInfo(gazetteer, location.zip)
  // "75001, 75002" are two places.
  if (words.some((word, index) => /^\d{5}$/.test(word) && (index > 0 || words.length < MIN_WORDS_BEHIND_NUMBER)))
    return null
  if (zip) return pointOfZip(zip)
  if (parts.length === 0) return state === null ? null : placeOfState(state)
  const named =
    chooseNamed(namedPlaces(words).filter(place => !isMoreLikelyTown(gazetteer, location, place))) ??
    chooseNamed(likeliestCounties(gazetteer, countiesOf(location)))
  if (named !== null) return named
  if (state !== null) {
    const town = townOfParts(gazetteer, [parts.flat()], state)
    return town === null ? (countiesNamed(words.slice(0, -1), state)[0] ?? null) : pointOfTown(town)
  }
  if (parts.length === 1) return readWithoutComma(gazetteer, words)
  // "Brooklyn, NYC".
  const alias = placeAliases.get(keyOfWords(words))
  const town = alias && townInState(gazetteer, alias.town, alias.state)
  return town ? pointOfTown(town) : null
}

// "12345 Main Street, Boulder" begins with a house number.
const MIN_WORDS_BEHIND_NUMBER = 4

/** Words without a comma: a town, a town and its state, or a state. */
function readWithoutComma(gazetteer: Gazetteer, words: string[]): PlaceReading | null {
  const alias = townOfAlias(gazetteer, words)
  if (alias !== null) return pointOfTown(alias)
  const readings = trailingStates(words)
  const code = readings.find(reading => reading.isCode)
  const coded = code && townOfParts(gazetteer, [code.town], code.state)
  const counties = words.at(-1) === 'co' ? likeliestCounties(gazetteer, countiesNamed(words.slice(0, -1), null)) : []
  // "Jefferson Co" probably does not mean the village in Colorado.
  if (coded && (counties.length === 0 || coded.population >= MIN_POPULATION_WITHOUT_STATE)) return pointOfTown(coded)
  const [county] = counties
  if (!coded && county !== undefined && counties.length === 1) return county
  // "Washington Co" names a county of many states, and "Co" may mean Colorado.
  if (counties.length > 0)
    return {
      kind: 'ambiguous',
      choices: choicesOf([
        ...(coded ? [pointOfTown(coded)] : []),
        ...counties.toSorted((a, b) => Number(b.state === 'CO') - Number(a.state === 'CO')),
      ]),
    }
  const state = readState(words)
  // "Mart IN" is not Martin. MT is the only state code that can be part of the town's name (Rocky Mt).
  const named = code && code.state !== 'MT' ? undefined : gazetteer.townsByKey.get(keyOfWords(words))
  if (state !== null && (words.at(-1) === 'state' || !isMoreThanState(named ?? [], words, state)))
    return placeOfState(state)
  if (named) return chooseAmong(named, words, state)
  for (const reading of readings) {
    const town = townOfParts(gazetteer, [reading.town], reading.state)
    if (town) return pointOfTown(town)
  }
  return null
}

/** A region or neighborhood with the name of a smaller town may be meant: South Bay. */
function chooseAmong(towns: readonly Town[], words: readonly string[], state: string | null): PlaceReading {
  const found = chooseTown(towns, words, state)
  const others = placesOfName(words)
  if (found.kind !== 'point' || others.length === 0 || (towns[0]?.population ?? 0) >= LARGE_POPULATION) return found
  return { kind: 'ambiguous', choices: choicesOf([found, ...others]) }
}

/** Whether towns may be meant rather than the state: New York, and Kent rather than Kentucky. */
function isMoreThanState(towns: readonly Town[], words: readonly string[], state: string): boolean {
  const isFullName = words.join(' ') === stateNames[state]?.toLowerCase()
  return isDominant(towns) || (!isFullName && (towns[0]?.population ?? 0) >= LARGE_POPULATION)
}

function readQualified(gazetteer: Gazetteer, typed: string): PlaceReading {
  const found = readTyped(gazetteer, typed)
  if (found.kind !== 'unknown') return found
  const shorter = withoutQualifiers(typed)
  const place = shorter === null ? found : readTyped(gazetteer, shorter)
  if (place.kind !== 'unknown') return place
  const inner = withoutArea(shorter ?? typed)
  const around = inner === null ? found : readTyped(gazetteer, inner.words)
  if (around.kind === 'point' && inner?.isSure !== true) return unknown([around.label])
  return around.kind === 'unknown' ? found : around
}

/** Like `readExactly`, but also with a street or a neighborhood before the town, a typo, or a name in another state. */
function readTyped(gazetteer: Gazetteer, typed: string): PlaceReading {
  const exact = readExactly(gazetteer, typed)
  if (exact !== null) return exact
  const location = readWords(typed)
  if (location === null) return unknown()
  const partOfState = suggestionsForPartOfState(gazetteer, location)
  if (partOfState !== null) return unknown(partOfState)
  const { words, parts, state } = location
  const found = state === null ? readMisspelled(gazetteer, location) : readInState(gazetteer, parts, state)
  if (found.kind !== 'unknown') return found
  const elsewhere = chooseNamed([...placesOfName(words), ...placesOfName(parts[0] ?? [])])
  if (elsewhere?.kind === 'ambiguous') return elsewhere
  if (elsewhere !== null) return unknown([elsewhere.label, ...found.suggestions])
  return chooseNamed(likeliestCounties(gazetteer, countiesOfName(location))) ?? found
}

function readInState(gazetteer: Gazetteer, parts: string[][], state: string): PlaceReading {
  const town = townOfParts(gazetteer, parts, state)
  if (town) return pointOfTown(town)
  const words = parts.at(-1) ?? []
  const [county] = countiesNamed(words, state)
  if (county) return county
  const near = nearestTowns(gazetteer, keyOfWords(words), state)
  const meant = certainInState(gazetteer, near, words)
  return meant ? pointOfTown(meant) : unknown([...countySeat(gazetteer, words, state), ...suggestionsOf(near)])
}

// A county usually contains a town with the same name: Boulder in "Boulder County, CO".
function countySeat(gazetteer: Gazetteer, words: readonly string[], state: string): string[] {
  const town = words.at(-1) === 'county' ? townInState(gazetteer, keyOfWords(words.slice(0, -1)), state) : null
  return town ? [`${town.name}, ${town.state}`] : []
}

function readMisspelled(gazetteer: Gazetteer, { words, parts }: PlaceWords): PlaceReading {
  if (parts.length > 1) return readPartOfAlias(gazetteer, parts)
  const [reading] = trailingStates(words)
  if (reading) return readInState(gazetteer, [reading.town], reading.state)
  // A large town is not a village, so the words name a part of the town or another place.
  for (const variant of words.at(-1) === 'village' ? [] : variantsOf(words)) {
    const named = gazetteer.townsByKey.get(keyOfWords(variant))
    if (named && isDominant(named)) return chooseTown(named, variant, null)
  }
  const key = keyOfWords(words)
  // Spreadsheets drop the leading zero of a ZIP.
  const shortened = /^\d{4}$/.test(key) ? zipInfo(gazetteer, `0${key}`) : null
  if (shortened) return unknown([shortened.zip])
  const near = nearestTowns(gazetteer, key, null)
  const meant = certainAnywhere(gazetteer, near, words)
  return meant ? pointOfTown(meant) : unknown(suggestionsOf(near))
}

/** In "Brooklyn, NYC", the last part is a town, and Brooklyn is in the same state. */
function readPartOfAlias(gazetteer: Gazetteer, parts: string[][]): PlaceReading {
  const outer = townOfAlias(gazetteer, parts.at(-1) ?? [])
  const inner = outer && townOfParts(gazetteer, parts.slice(0, -1), outer.state)
  if (inner) return pointOfTown(inner)
  const [last] = trailingStates(parts.at(-1) ?? [])
  return last === undefined ? unknown() : readInState(gazetteer, [last.town], last.state)
}

/**
 * Suggestions for a direction with a state that is not a known region ("Central LA"): a town with this name, and the
 * state. Null for other words, for the name of a state or town ("West Virginia"), and if the state follows a comma,
 * because the direction is then a town.
 */
function suggestionsForPartOfState(gazetteer: Gazetteer, { words, state }: PlaceWords): string[] | null {
  if (state !== null || readState(words) !== null) return null
  const part = trailingStates(words).find(({ town }) => DIRECTION.test(town.join(' ')))
  if (part === undefined) return null
  const town = townOfParts(gazetteer, [part.town], part.state)
  return [...(town === null ? [] : [`${town.name}, ${town.state}`]), stateNames[part.state] ?? part.state]
}

/** "Venice, LA" is a town in Louisiana, and "Silver Lake, LA" can only be in Los Angeles. */
function isMoreLikelyTown(gazetteer: Gazetteer, location: PlaceWords, place: AreaPlace | Neighborhood): boolean {
  const { parts, state, words } = location
  if (state !== null && state !== place.state) return townOfParts(gazetteer, parts, state) !== null
  if (place.kind !== 'area' || words[0] === 'the') return false
  if (placeAliases.has(keyOfWords(words))) return true
  // "Central, LA" and "West New York" are towns, and "Central LA" may be in Los Angeles.
  const key = keyOfWords(parts.flat())
  if (key === townKey(place.label.slice(0, -4))) return false
  if (state !== null) return townInState(gazetteer, key, state) !== null
  if (words.at(-1) === 'la' && DIRECTION.test(words.slice(0, -1).join(' '))) return true
  return (gazetteer.townsByKey.get(key)?.[0]?.population ?? 0) >= MIN_POPULATION_WITHOUT_STATE
}

function placeAt(gazetteer: Gazetteer, { lat, lon }: { lat: number; lon: number }): PlaceReading {
  const county = countyAt({ lat, lon })
  if (county === null) return unknown()
  const { state } = county
  const town: Town | null = nearestTown(gazetteer, { lat, lon, state })
  const city = town?.name ?? county.name
  return { kind: 'point', label: `${lat}, ${lon} (${city}, ${state})`, city, state, zip: null, lat, lon }
}

function chooseNamed(
  places: readonly (AreaPlace | Neighborhood)[],
): Exclude<PlaceReading, { kind: 'unknown' | 'several' | 'state' }> | null {
  const [place, ...others] = new Set(places)
  if (place === undefined) return null
  if (others.length > 0) return { kind: 'ambiguous', choices: choicesOf([place, ...others]) }
  return place.kind === 'area' ? place : { ...place, kind: 'point', zip: null }
}
