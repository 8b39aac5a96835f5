import {
  areaCodes,
  distanceMiles,
  type Gazetteer,
  keyOfWords,
  plainWords,
  stateNames,
  townInState,
  townKey,
} from '#geography/index.ts'
import { type PlaceReading, pointOfTown, unknown } from './place.ts'
import { nearestTowns } from './spelled-towns.ts'
import { stateOfTypo, withStateSpelled } from './state-typos.ts'
import { readState, trailingStates } from './typed-words.ts'

/** Reads the words for a place, without trying other words for it. */
type Read = (words: string) => PlaceReading

// Words for a part of a town are ignored only if the town is large: "South Jackson" may be a separate place.
const MIN_POPULATION_WITH_PARTS = 100_000
// Every town has a center.
const MIN_POPULATION_WITH_CENTER = 5000
const MIN_POPULATION_BEHIND_STREET = 5000
const MIN_POPULATION_BEFORE_NAME = 20_000
const MIN_POPULATION_BEFORE_CODE = 50_000
const MAX_MILES_OF_AREA_CODE = 10
const MAX_WORDS = 10

/**
 * The place for words that name it indirectly: after its state or a street, as a part of a large town, with a
 * misspelled state, or without a space before the state. Null if none of these fits.
 */
export function readReworded(gazetteer: Gazetteer, words: string, read: Read): PlaceReading | null {
  if (plainWords(words).length > MAX_WORDS || !/[\p{L}\d]/u.test(words)) return null
  return (
    townBehindState(gazetteer, words) ??
    townBehindStreet(gazetteer, words, read) ??
    stateOfTypo(gazetteer, words) ??
    placeInMisspelledState(words, read) ??
    townRunTogether(gazetteer, words) ??
    cityOfAreaCode(gazetteer, words) ??
    townOfPart(gazetteer, words, read)
  )
}

/** "Texas, Austin" and "Ohio Columbus". The town must be spelled correctly, because many places begin with a state. */
function townBehindState(gazetteer: Gazetteer, words: string): PlaceReading | null {
  const plain = plainWords(words)
  for (let length = Math.min(3, plain.length - 1); length > 0; length--) {
    const state = readState(plain.slice(0, length))
    const town = state && townInState(gazetteer, keyOfWords(plain.slice(length)), state)
    if (town) return pointOfTown(town)
  }
  return null
}

const STREET =
  /^(\d+\S* )?.*\b(?:st|street|ave|avenue|rd|road|blvd|boulevard|drive|ln|lane|hwy|highway|pkwy|parkway)\b\.?(?: [ns]?[ew]?\b\.?)?(?:[ ,]+(?:#|apt|suite|unit) ?\S+)?[ ,]+(\S.*)$/i

/** The town in "1600 Pennsylvania Avenue Washington DC". Without a number ("St" for "Saint"), a state must follow. */
function townBehindStreet(gazetteer: Gazetteer, words: string, read: Read): PlaceReading | null {
  const [, number, rest] = STREET.exec(words.replaceAll(/\s+/g, ' ').trim()) ?? []
  if (rest === undefined || (number === undefined && trailingStates(plainWords(rest)).length === 0)) return null
  const found = read(rest)
  if (found.kind === 'ambiguous') return found
  return populationOf(gazetteer, found) >= MIN_POPULATION_BEHIND_STREET ? found : null
}

/** "Oshkosh wisconson" and "kern county californa". The place must be in the state. */
function placeInMisspelledState(words: string, read: Read): PlaceReading | null {
  const spelled = withStateSpelled(words)
  const found = spelled === null ? null : read(spelled.words)
  return found !== null && (found.kind === 'point' || found.kind === 'area') && found.state === spelled?.state
    ? found
    : null
}

const endings = Object.entries(stateNames).flatMap(([state, name]) => [
  { state, ending: townKey(name), population: MIN_POPULATION_BEFORE_NAME },
  { state, ending: state.toLowerCase(), population: MIN_POPULATION_BEFORE_CODE },
])

/** "Denverco", "lasvegasnv", and "austintexas". */
function townRunTogether(gazetteer: Gazetteer, words: string): PlaceReading | null {
  const plain = plainWords(words)
  const key = keyOfWords(plain)
  for (const { state, ending, population } of endings) {
    if (!key.endsWith(ending) || (plain.at(-1) ?? '').length <= ending.length) continue
    const name = key.slice(0, -ending.length)
    const town =
      townInState(gazetteer, name.replace(/^st(?=[a-z]{4})/, 'saint'), state) ?? townInState(gazetteer, name, state)
    if (town && town.population >= population) return pointOfTown(town)
  }
  return null
}

const AREA_CODE = /^(?:in )?(?:the )?(?:area ?code:? (\d{3})|(\d{3}) area(?: ?code)?|the (\d{3}))$/i
// These cover hardly more than their city and its suburbs.
const codesOfCities: ReadonlySet<number> = new Set([
  202, 206, 210, 212, 213, 214, 215, 216, 303, 305, 312, 313, 314, 317, 404, 412, 414, 415, 504, 602, 614, 615, 619,
  702, 713, 773, 901,
])

/** The main city of "area code 303" and "the 303". It is only suggested if the code covers much more. */
function cityOfAreaCode(gazetteer: Gazetteer, words: string): PlaceReading | null {
  const [, behind, before, alone] = AREA_CODE.exec(words.trim().replaceAll(/\s+/g, ' ')) ?? []
  const typed = Number(behind ?? before ?? alone)
  const main = areaCodes.find(({ code }) => code === typed)
  const isItsCity = (town: { state: string; lat: number; lon: number }) =>
    main !== undefined && town.state === main.state && distanceMiles(town, main) <= MAX_MILES_OF_AREA_CODE
  const city = main && gazetteer.towns.find(isItsCity)
  if (city === undefined) return null
  return codesOfCities.has(typed) ? pointOfTown(city) : unknown([`${city.name}, ${city.state}`])
}

const DIRECTION = '(?:far )?(?:north|south)?(?:east|west|north|south)(?:ern)?|[ns][ew]|[nsew]\\.?'
const PART_BEFORE = new RegExp(
  String.raw`^(?:the )?(?:(?:${DIRECTION}|central|inner|outer|upper|lower|downtown|dtwn|dt|midtown|uptown|old town|metro|suburban|suburbs(?: of)?|(?:the )?heart of)[ -])+(?=\S)`,
  'i',
)
const PART_BEHIND = new RegExp(
  String.raw`[ ,]+(?:(?:${DIRECTION}|central|inner)(?: ?side| end)?|downtown(?: area| district)?|midtown|city cent(?:er|re)(?: area)?|waterfront|harbor|suburbs)$`,
  'i',
)
const CENTER = /\b(?:downtown|dtwn|dt|city cent(?:er|re))\b/i

/** The town in "South Denver", "Cleveland west side", and "dtwn Pittsburgh". */
function townOfPart(gazetteer: Gazetteer, words: string, read: Read): PlaceReading | null {
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
  const found = read(town)
  const atLeast = CENTER.test(typed) ? MIN_POPULATION_WITH_CENTER : MIN_POPULATION_WITH_PARTS
  if (found.kind !== 'point' || populationOf(gazetteer, found) < atLeast) return null
  const other = townSpelledLike(gazetteer, typed)
  return other === null ? found : unknown([other, found.label])
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

// Areas, neighborhoods, and landmarks are not towns, so their population is 0.
function populationOf(gazetteer: Gazetteer, found: PlaceReading): number {
  if (found.kind !== 'point' || found.label !== `${found.city}, ${found.state}`) return 0
  return townInState(gazetteer, townKey(found.city), found.state)?.population ?? 0
}
