import type { Town, Zip } from '#server/catalog/gazetteer/gazetteer.ts'
import { stateNames } from '#server/catalog/gazetteer/states.ts'
import { plainWords } from '#server/catalog/gazetteer/town-key.ts'
import type { AreaLocation } from './named-areas.ts'

/** A position that the words name. `lat` and `lon` are in degrees; `state` is a USPS code. */
export type PointLocation = {
  kind: 'point'
  /** "Boulder, CO", "Boulder, CO 80302" for a ZIP, "SoMa, San Francisco, CA", or "40.0172, -105.2851 (Boulder, CO)". */
  label: string
  city: string
  state: string
  zip: string | null
  lat: number
  lon: number
}
export type StateLocation = { kind: 'state'; label: string; state: string }
/** If `location` is sent as the location of a search, this choice is searched. */
export type LocationChoice = { label: string; location: string }
export type LocationResolution =
  | PointLocation
  | StateLocation
  | AreaLocation
  | { kind: 'ambiguous'; choices: LocationChoice[] }
  | { kind: 'unknown'; suggestions: string[] }

export const MAX_CHOICES = 8
export const DOMINANT_POPULATION = 100_000
/** The people of a well-known town. */
export const LARGE_POPULATION = 20_000
/** A town with this many times the people of another one is meant rather than that one. */
export const MUCH_LARGER = 10
/** A place with this many times the people of all others with its name is meant, even if it is not large. */
export const FAR_LARGER = 30
// The gazetteer does not know how many people live in hamlets.
const PEOPLE_OF_HAMLET = 100
// Without a state, a smaller town is only suggested, because the words may name an unknown region or neighborhood.
export const MIN_POPULATION_WITHOUT_STATE = 5000

export const unknown = (suggestions: string[] = []): LocationResolution => ({ kind: 'unknown', suggestions })

export const choicesOf = (places: readonly { label: string }[]): LocationChoice[] =>
  [...new Set(places.map(({ label }) => label))].slice(0, MAX_CHOICES).map(label => ({ label, location: label }))

export function chooseTown(towns: readonly Town[], state: string | null): LocationResolution {
  const [largest] = towns
  if (largest && state === null && isDominant(towns)) return pointLocation(largest)
  if (largest && state === null && towns.length === 1)
    return largest.population < MIN_POPULATION_WITHOUT_STATE
      ? unknown([`${largest.name}, ${largest.state}`])
      : pointLocation(largest)
  const choices = towns.map(({ name, state: of }) => ({ label: `${name}, ${of}`, location: `${name}, ${of}` }))
  if (state !== null) choices.splice(1, 0, choiceOfState(state))
  return { kind: 'ambiguous', choices: choices.slice(0, MAX_CHOICES) }
}

export const isDominant = ([largest, next]: readonly Town[]) =>
  largest !== undefined &&
  largest.population >= DOMINANT_POPULATION &&
  largest.population >= MUCH_LARGER * (next?.population ?? 0)

/**
 * The town that is meant because the others with its name are tiny: Woonsocket in Rhode Island. "Pinebluff" is none of the
 * large towns that are called Pine Bluff.
 */
export function bestKnownTown(towns: readonly Town[], words: readonly string[]): Town | null {
  const [largest, ...others] = towns
  const isSpelledSo = ({ name }: Town) => plainWords(name).join(' ') === words.join(' ')
  if (largest === undefined || (!isSpelledSo(largest) && others.some(isSpelledSo))) return null
  const { population } = largest
  const people = others.reduce((sum, other) => sum + Math.max(other.population, PEOPLE_OF_HAMLET), 0)
  return population >= LARGE_POPULATION && population >= people * FAR_LARGER ? largest : null
}

/** The state as a choice. "Ohio state" may be a university. */
export const choiceOfState = (state: string): LocationChoice => {
  const name = stateNames[state] ?? state
  return { label: `${name} (the state)`, location: `state of ${name}` }
}

export const stateLocation = (state: string): LocationResolution => ({
  kind: 'state',
  label: stateNames[state] ?? state,
  state,
})

export const pointLocation = ({ name, state, lat, lon }: Town): PointLocation => ({
  kind: 'point',
  label: `${name}, ${state}`,
  city: name,
  state,
  zip: null,
  lat,
  lon,
})

export const locationOfZip = ({ zip, city, state, lat, lon }: Zip): PointLocation => ({
  kind: 'point',
  label: `${city}, ${state} ${zip}`,
  city,
  state,
  zip,
  lat,
  lon,
})
