import { type Gazetteer, type Town, townInState, zipInfo } from '#server/catalog/gazetteer/gazetteer.ts'
import { stateNames } from '#server/catalog/gazetteer/states.ts'
import { keyOfWords } from '#server/catalog/gazetteer/town-key.ts'
import { type LocationWords, readLocation, readState, trailingStates } from './location-words.ts'
import { nearestTowns, suggestionsOf, certainCorrection } from './nearest-towns.ts'
import { placeAliases } from './place-aliases.ts'

/** A location as it was understood. `lat` and `lon` are degrees; `state` is a USPS code. */
export type PointLocation = {
  kind: 'point'
  /** "Boulder, CO", or "Boulder, CO 80302" for a ZIP. */
  label: string
  city: string
  state: string
  zip: string | null
  lat: number
  lon: number
}
export type StateLocation = { kind: 'state'; label: string; state: string }
/** Sending `location` back resolves to this choice. */
export type LocationChoice = { label: string; location: string }
export type LocationResolution =
  | PointLocation
  | StateLocation
  | { kind: 'ambiguous'; choices: LocationChoice[] }
  | { kind: 'unknown'; suggestions: string[] }

const MAX_CHOICES = 8
const DOMINANT_POPULATION = 100_000
const DOMINANT_FACTOR = 10

const unknown = (suggestions: string[] = []): LocationResolution => ({ kind: 'unknown', suggestions })

/**
 * Finds the place for the words. Never throws. If it finds none, the result is `unknown`, with similar spellings if
 * there are any.
 */
export function resolveLocation(gazetteer: Gazetteer, words: string): LocationResolution {
  const read = readLocation(words)
  if (read === null) return unknown()
  const zip = read.zip === null ? null : zipInfo(gazetteer, read.zip)
  if (zip) {
    const { city, state, lat, lon } = zip
    return { kind: 'point', label: `${city}, ${state} ${zip.zip}`, city, state, zip: zip.zip, lat, lon }
  }
  if (read.parts.length === 0) return read.state === null ? unknown() : stateOf(read.state)
  return read.state === null ? resolveWithoutState(gazetteer, read.parts) : resolveInState(gazetteer, read, read.state)
}

function resolveInState(gazetteer: Gazetteer, read: LocationWords, state: string): LocationResolution {
  const town = townOfParts(gazetteer, read.parts, state)
  if (town) return pointOf(town)
  const key = keyOfWords(read.parts.at(-1) ?? [])
  const near = nearestTowns(gazetteer, key, state)
  const meant = certainCorrection(near, key)
  return meant ? pointOf(meant) : unknown([...countySeat(gazetteer, read, state), ...suggestionsOf(near)])
}

// "Boulder County, CO" usually contains a town with the same name.
function countySeat(gazetteer: Gazetteer, { parts }: LocationWords, state: string): string[] {
  const words = parts.at(-1) ?? []
  const town = words.at(-1) === 'county' ? townInState(gazetteer, keyOfWords(words.slice(0, -1)), state) : null
  return town ? [`${town.name}, ${town.state}`] : []
}

function resolveWithoutState(gazetteer: Gazetteer, parts: string[][]): LocationResolution {
  const [words = []] = parts
  if (parts.length > 1) return resolvePartOfAlias(gazetteer, parts)
  const alias = townOfAlias(gazetteer, words)
  if (alias) return pointOf(alias)
  const readings = trailingStates(words)
  const code = readings.find(reading => reading.isCode)
  const inCodedState = code && townOfParts(gazetteer, [code.town], code.state)
  if (inCodedState) return pointOf(inCodedState)
  const state = readState(words)
  // "Mart IN" is not Martin. Of the state codes after a name, only MT can be part of it (Rocky Mt).
  const named = code && code.state !== 'MT' ? undefined : gazetteer.townsByKey.get(keyOfWords(words))
  if (state !== null && (words.at(-1) === 'state' || !isDominant(named ?? []))) return stateOf(state)
  if (named) return oneOf(named, state)
  for (const reading of readings) {
    const town = townOfParts(gazetteer, [reading.town], reading.state)
    if (town) return pointOf(town)
  }
  return resolveMisspelled(gazetteer, words, readings.at(0))
}

function resolveMisspelled(
  gazetteer: Gazetteer,
  words: string[],
  reading: { town: string[]; state: string } | undefined,
): LocationResolution {
  if (reading) return resolveInState(gazetteer, inState(reading.town, reading.state), reading.state)
  for (const variant of variantsOf(words)) {
    const named = gazetteer.townsByKey.get(keyOfWords(variant))
    if (named) return oneOf(named, null)
  }
  const key = keyOfWords(words)
  // Spreadsheets drop the leading zero of a ZIP.
  const shortened = /^\d{4}$/.test(key) ? zipInfo(gazetteer, `0${key}`) : null
  return unknown(shortened ? [shortened.zip] : suggestionsOf(nearestTowns(gazetteer, key, null)))
}

const inState = (town: string[], state: string): LocationWords => ({
  parts: [town],
  state,
  zip: null,
})

// "Brooklyn, NYC": the last part is a town, whose state also applies to the parts before it.
function resolvePartOfAlias(gazetteer: Gazetteer, parts: string[][]): LocationResolution {
  const outer = townOfAlias(gazetteer, parts.at(-1) ?? [])
  const inner = outer && townOfParts(gazetteer, parts.slice(0, -1), outer.state)
  if (inner) return pointOf(inner)
  const { town, state } = trailingStates(parts.at(-1) ?? [])[0] ?? { town: [], state: null }
  return state === null ? unknown() : resolveInState(gazetteer, inState(town, state), state)
}

// A street or a neighborhood may come before the town, so the part closest to the state wins.
function townOfParts(gazetteer: Gazetteer, parts: string[][], state: string): Town | null {
  for (const words of [parts.flat(), parts.at(-1) ?? []]) {
    const alias = placeAliases.get(keyOfWords(words))
    if (alias?.state === state) return townInState(gazetteer, alias.town, state)
    for (const variant of variantsOf(words)) {
      const town = townInState(gazetteer, keyOfWords(variant), state)
      if (town) return town
    }
    const withState = placeAliases.get(keyOfWords([...words, state.toLowerCase()]))
    if (withState) return townInState(gazetteer, withState.town, withState.state)
  }
  return null
}

// "City of Boulder", "Boulder City", "Clinton Township", or "Salt Lake" for Salt Lake City.
function variantsOf(words: readonly string[]): string[][] {
  const bare = words.join(' ').replace(/^(?:city|town|village|borough|township|municipality) of (?:the )?/, '')
  const short = bare.replace(/ (?:city|town|township|village|borough|twp|metro|metro area|area|downtown)$/, '')
  const variants = [words.join(' '), bare, short, `${bare} city`, `${bare} township`, short.replace(/^downtown /, '')]
  return [...new Set(variants)].map(variant => variant.split(' '))
}

function townOfAlias(gazetteer: Gazetteer, words: readonly string[]): Town | null {
  const alias = placeAliases.get(keyOfWords(words))
  return alias ? townInState(gazetteer, alias.town, alias.state) : null
}

function oneOf(towns: readonly Town[], state: string | null): LocationResolution {
  const [largest] = towns
  if (largest && state === null && (towns.length === 1 || isDominant(towns))) return pointOf(largest)
  const choices = towns.map(({ name, state: of }) => ({ label: `${name}, ${of}`, location: `${name}, ${of}` }))
  if (state !== null) choices.splice(1, 0, choiceOfState(state))
  return { kind: 'ambiguous', choices: choices.slice(0, MAX_CHOICES) }
}

const isDominant = ([largest, next]: readonly Town[]) =>
  largest !== undefined &&
  largest.population >= DOMINANT_POPULATION &&
  largest.population >= DOMINANT_FACTOR * (next?.population ?? 0)

const choiceOfState = (state: string): LocationChoice => {
  const name = stateNames[state] ?? state
  return { label: `${name} (the state)`, location: `${name} state` }
}

const stateOf = (state: string): LocationResolution => ({ kind: 'state', label: stateNames[state] ?? state, state })

const pointOf = ({ name, state, lat, lon }: Town): PointLocation => ({
  kind: 'point',
  label: `${name}, ${state}`,
  city: name,
  state,
  zip: null,
  lat,
  lon,
})
