import { countyAt } from '#server/catalog/gazetteer/counties.ts'
import { type Gazetteer, type Town, townInState, zipInfo } from '#server/catalog/gazetteer/gazetteer.ts'
import { nearestTown } from '#server/catalog/gazetteer/nearest.ts'
import { stateNames } from '#server/catalog/gazetteer/states.ts'
import { keyOfWords, townKey } from '#server/catalog/gazetteer/town-key.ts'
import { distanceMiles } from '#server/catalog/place/great-circle.ts'
import { certainAnywhere, certainInState } from './certain-corrections.ts'
import { readCoordinates } from './coordinates.ts'
import { bestKnownCounty, largestCountiesFirst } from './county-populations.ts'
import { countiesOf, countiesOfName } from './county-words.ts'
import { withoutArea, withoutQualifiers } from './location-qualifiers.ts'
import {
  chooseTown,
  choicesOf,
  isDominant,
  type LocationResolution,
  MAX_CHOICES,
  MIN_POPULATION_WITHOUT_STATE,
  locationOfZip,
  pointLocation,
  stateLocation,
  unknown,
} from './location-resolution.ts'
import {
  DIRECTION,
  inState,
  type LocationWords,
  MAX_LOCATION_LENGTH,
  readLocation,
  readState,
  trailingStates,
} from './location-words.ts'
import { type AreaLocation, countiesNamed, namedPlaces, type Neighborhood, placesOfName } from './named-areas.ts'
import { nearestTowns, suggestionsOf } from './nearest-towns.ts'
import { neighborhoodNamed, orNeighborhoods, sureNeighborhood } from './neighborhood-resolution.ts'
import { largerOfPair } from './paired-towns.ts'
import { placeAliases } from './place-aliases.ts'
import { unlessAbroad } from './places-abroad.ts'
import { orRivals, withRivals } from './places-of-same-name.ts'
import { resolveReworded } from './reworded-places.ts'
import { placesListed } from './several-places.ts'
import { townOfAlias, townOfParts, variantsOf } from './town-names.ts'
import { townOrState } from './towns-like-states.ts'

const MAX_MILES_TO_OUTER = 40

/** Finds the place that the words name. Never throws. If there is none, `unknown` comes with similar names. */
export function resolveLocation(gazetteer: Gazetteer, words: string): LocationResolution {
  // If the text lists several places, the user is asked. Otherwise one of them would be searched and charged as if it
  // were all of them.
  const several = placesListed(gazetteer, words)
  if (several.length > 0) return chooseListed(gazetteer, several)
  const found = resolveInAnyWords(gazetteer, words)
  return words.length > MAX_LOCATION_LENGTH ? found : unlessAbroad(gazetteer, words, found)
}

function resolveInAnyWords(gazetteer: Gazetteer, words: string): LocationResolution {
  const found = resolveWithQualifiers(gazetteer, words)
  if (found.kind !== 'unknown' || words.length > MAX_LOCATION_LENGTH) return found
  const reworded = resolveReworded(gazetteer, words, other => resolveWithQualifiers(gazetteer, other)) ?? unknown()
  return reworded.kind === 'unknown'
    ? orNeighborhoods(gazetteer, words, [...found.suggestions, ...reworded.suggestions])
    : reworded
}

function chooseListed(gazetteer: Gazetteer, places: readonly string[]): LocationResolution {
  const choices = places.map(location => {
    const found = resolveWithQualifiers(gazetteer, location)
    return { label: 'label' in found ? found.label : location, location }
  })
  return { kind: 'ambiguous', choices: choices.slice(0, MAX_CHOICES) }
}

function resolveWithQualifiers(gazetteer: Gazetteer, words: string): LocationResolution {
  const found = resolveAsTyped(gazetteer, words)
  if (found.kind !== 'unknown' || words.length > MAX_LOCATION_LENGTH) return found
  const shorter = withoutQualifiers(words)
  const place = shorter === null ? found : resolveAsTyped(gazetteer, shorter)
  if (place.kind !== 'unknown') return place
  const inner = withoutArea(shorter ?? words)
  const around = inner === null ? found : resolveAsTyped(gazetteer, inner.words)
  if (around.kind === 'point' && inner?.isSure !== true) return unknown([around.label])
  return around.kind === 'unknown' ? found : around
}

function resolveAsTyped(gazetteer: Gazetteer, words: string): LocationResolution {
  const coordinates = readCoordinates(words)
  if (coordinates !== null) return placeAt(gazetteer, coordinates)
  const location = readLocation(words)
  if (location === null) return unknown()
  const zip = location.zip === null ? null : zipInfo(gazetteer, location.zip)
  if (zip) return locationOfZip(zip)
  if (location.parts.length === 0) return location.state === null ? unknown() : stateLocation(location.state)
  const named =
    chooseNamedPlace(namedPlaces(location.words).filter(place => !isMoreLikelyTown(gazetteer, location, place))) ??
    chooseCounty(
      gazetteer,
      countiesOf(location).filter(county => !isMoreLikelyCity(gazetteer, location, county)),
    )
  if (named) return named
  const reading = neighborhoodNamed(gazetteer, location)
  const inTown = sureNeighborhood(reading, 'town')
  if (inTown) return inTown
  const partOfStateSuggestions = suggestionsForPartOfState(gazetteer, location)
  if (partOfStateSuggestions !== null) return unknown(partOfStateSuggestions)
  const found =
    location.state === null
      ? resolveWithoutState(gazetteer, location.parts)
      : resolveInState(gazetteer, location, location.state)
  const inItsState = sureNeighborhood(reading, 'state')
  if (inItsState && found.kind === 'unknown') return inItsState
  // The name of the neighborhood is spelled correctly, and that of the town is not.
  if (inItsState && found.kind === 'point') return { kind: 'ambiguous', choices: choicesOf([inItsState, found]) }
  if (found.kind === 'point') return orRivals(gazetteer, location, found)
  if (found.kind === 'ambiguous') return withRivals(gazetteer, location, found.choices)
  if (found.kind !== 'unknown') return found
  // "Broken Arrow (Tulsa)" is near Tulsa.
  const pair = words.includes('(') ? null : largerOfPair(gazetteer, location)
  if (pair) return pointLocation(pair)
  const sameName = chooseNamedPlace([...placesOfName(location.words), ...placesOfName(location.parts[0] ?? [])])
  if (sameName === null) return chooseCounty(gazetteer, countiesOfName(location)) ?? found
  return sameName.kind === 'ambiguous' ? sameName : unknown([sameName.label, ...found.suggestions])
}

/**
 * Suggestions for a direction with a state that is not a known region ("Central LA"): a town with this name, and the
 * state. Null for other words, for the name of a state or town ("West Virginia"), and if the state follows a comma,
 * because the direction is then a town.
 */
function suggestionsForPartOfState(gazetteer: Gazetteer, { words, state }: LocationWords): string[] | null {
  if (state !== null || readState(words) !== null || gazetteer.townsByKey.has(keyOfWords(words))) return null
  const part = trailingStates(words).find(({ town }) => DIRECTION.test(town.join(' ')))
  if (part === undefined) return null
  const town = townOfParts(gazetteer, [part.town], part.state)
  return [...(town === null ? [] : [`${town.name}, ${town.state}`]), stateNames[part.state] ?? part.state]
}

function isMoreLikelyTown(gazetteer: Gazetteer, location: LocationWords, place: AreaLocation | Neighborhood): boolean {
  const { parts, state, words } = location
  // "Venice, LA" is a town in Louisiana, and "Silver Lake, LA" can only be in Los Angeles.
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

// "Cty" is short for county and for city.
const isMoreLikelyCity = (gazetteer: Gazetteer, { words }: LocationWords, { label, state }: AreaLocation): boolean =>
  words.includes('cty') && townInState(gazetteer, townKey(label.replace(/ County, .*/, ' City')), state) !== null

function chooseCounty(gazetteer: Gazetteer, counties: readonly AreaLocation[]): NamedPlaceResolution | null {
  const largest = largestCountiesFirst(gazetteer, counties)
  return bestKnownCounty(gazetteer, largest) ?? chooseNamedPlace(largest)
}

type Coordinates = { lat: number; lon: number }

function placeAt(gazetteer: Gazetteer, { lat, lon }: Coordinates): LocationResolution {
  const county = countyAt({ lat, lon })
  if (county === null) return unknown()
  const { state } = county
  const town = nearestTown(gazetteer, { lat, lon, state })
  const city = town?.name ?? county.name
  return { kind: 'point', label: `${lat}, ${lon} (${city}, ${state})`, city, state, zip: null, lat, lon }
}

type NamedPlaceResolution = Extract<LocationResolution, { kind: 'ambiguous' | 'point' | 'area' }>

function chooseNamedPlace(places: readonly (AreaLocation | Neighborhood)[]): NamedPlaceResolution | null {
  const [place, ...others] = new Set(places)
  if (place === undefined) return null
  if (others.length > 0) return { kind: 'ambiguous', choices: choicesOf([place, ...others]) }
  return place.kind === 'area' ? place : { ...place, kind: 'point', zip: null }
}

function resolveInState(gazetteer: Gazetteer, location: LocationWords, state: string): LocationResolution {
  const town = townOfParts(gazetteer, location.parts, state)
  if (town) return pointLocation(town)
  const [county] = countiesNamed(location.parts.at(-1) ?? [], state)
  if (county) return county
  const words = location.parts.at(-1) ?? []
  const key = keyOfWords(words)
  const near = nearestTowns(gazetteer, key, state)
  const meant = certainInState(gazetteer, near, { words, state })
  return meant ? pointLocation(meant) : unknown([...countySeat(gazetteer, location, state), ...suggestionsOf(near)])
}

// A county usually contains a town with the same name: Boulder in "Boulder County, CO".
function countySeat(gazetteer: Gazetteer, { parts }: LocationWords, state: string): string[] {
  const words = parts.at(-1) ?? []
  const town = words.at(-1) === 'county' ? townInState(gazetteer, keyOfWords(words.slice(0, -1)), state) : null
  return town ? [`${town.name}, ${town.state}`] : []
}

function resolveWithoutState(gazetteer: Gazetteer, parts: string[][]): LocationResolution {
  const [words = []] = parts
  if (parts.length > 1) return resolvePartOfAlias(gazetteer, parts)
  const alias = townOfAlias(gazetteer, words)
  if (alias) return pointLocation(alias)
  const readings = trailingStates(words)
  const code = readings.find(reading => reading.isCode)
  const inCodedState = code && townOfParts(gazetteer, [code.town], code.state)
  if (inCodedState)
    return isMoreLikelyCounty(words, inCodedState) ? countyOrTown(words, inCodedState) : pointLocation(inCodedState)
  const counties = code?.state === 'CO' && words.at(-1) === 'co' ? countiesNamed(code.town, null) : []
  // "Washington Co" names a county of many states, and "Co" may mean Colorado.
  if (counties.length > 1) {
    const sorted = largestCountiesFirst(gazetteer, counties)
    const choices = [...sorted.filter(isInColorado), ...sorted.filter(county => !isInColorado(county))]
    return { kind: 'ambiguous', choices: choicesOf(choices) }
  }
  const state = readState(words)
  // "Mart IN" is not Martin. MT is the only state code that can be part of the town's name (Rocky Mt).
  const named = code && code.state !== 'MT' ? undefined : gazetteer.townsByKey.get(keyOfWords(words))
  const either = state === null ? null : townOrState(gazetteer, words, state)
  if (either) return either
  if (state !== null && (words.at(-1) === 'state' || !isDominant(named ?? []))) return stateLocation(state)
  if (named) return chooseTown(named, state)
  for (const reading of readings) {
    const town = townOfParts(gazetteer, [reading.town], reading.state)
    if (town) return pointLocation(town)
  }
  return resolveMisspelled(gazetteer, words, readings.at(0))
}

const isInColorado = ({ label }: AreaLocation): boolean => label.endsWith(', CO')

// "Jefferson Co" probably does not mean the village in Colorado.
const isMoreLikelyCounty = (words: string[], { population }: Town): boolean =>
  words.at(-1) === 'co' &&
  population < MIN_POPULATION_WITHOUT_STATE &&
  countiesNamed(words.slice(0, -1), null).length > 0

const countyOrTown = (words: string[], town: Town): LocationResolution => ({
  kind: 'ambiguous',
  choices: choicesOf([pointLocation(town), ...countiesNamed(words.slice(0, -1), null)]),
})

function resolveMisspelled(
  gazetteer: Gazetteer,
  words: string[],
  reading: { town: string[]; state: string } | undefined,
): LocationResolution {
  if (reading) return resolveInState(gazetteer, inState(reading.town, reading.state), reading.state)
  // A large town is not a village, so the words name a part of the town or another place.
  for (const variant of words.at(-1) === 'village' ? [] : variantsOf(words)) {
    const named = gazetteer.townsByKey.get(keyOfWords(variant))
    if (named && isDominant(named)) return chooseTown(named, null)
  }
  const key = keyOfWords(words)
  // Spreadsheets drop the leading zero of a ZIP.
  const shortened = /^\d{4}$/.test(key) ? zipInfo(gazetteer, `0${key}`) : null
  if (shortened) return unknown([shortened.zip])
  const near = nearestTowns(gazetteer, key, null)
  const meant = certainAnywhere(gazetteer, near, words)
  return meant ? pointLocation(meant) : unknown(suggestionsOf(near))
}

// In "Brooklyn, NYC", the last part is a town, and Brooklyn is in the same state.
function resolvePartOfAlias(gazetteer: Gazetteer, parts: string[][]): LocationResolution {
  const outer = townOfAlias(gazetteer, parts.at(-1) ?? [])
  const inner = outer && townOfParts(gazetteer, parts.slice(0, -1), outer.state)
  // "Tulsa, OKC" are two places.
  if (inner && outer && distanceMiles(inner, outer) > MAX_MILES_TO_OUTER)
    return { kind: 'ambiguous', choices: choicesOf([inner, outer].map(pointLocation)) }
  if (inner) return pointLocation(inner)
  const { town, state } = trailingStates(parts.at(-1) ?? [])[0] ?? { town: [], state: null }
  return state === null ? unknown() : resolveInState(gazetteer, inState(town, state), state)
}
