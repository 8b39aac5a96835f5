import { plainWords, stateNames, type Town, type Zip } from '#geography/index.ts'

/** A county, or a circle in degrees and miles. */
export type PlaceArea = { county: string } | { lat: number; lon: number; radiusMiles: number }
/** A position that the words name. `lat` and `lon` are in degrees; `state` is a USPS code. */
export type PointPlace = {
  kind: 'point'
  /** "Boulder, CO", "Boulder, CO 80302" for a ZIP, "SoMa, San Francisco, CA", or "40.0172, -105.2851 (Boulder, CO)". */
  label: string
  city: string
  state: string
  zip: string | null
  lat: number
  lon: number
}
/** A county or a region. `lat` and `lon` are the middle of the box around it, in degrees. */
export type AreaPlace = { kind: 'area'; label: string; state: string; areas: PlaceArea[]; lat: number; lon: number }
/** A search with `location` as its location searches this place. */
export type PlaceChoice = { label: string; location: string }
export type PlaceReading =
  | PointPlace
  | { kind: 'state'; label: string; state: string }
  | AreaPlace
  /** Two or more places in one field: "Boulder, Longmont". */
  | { kind: 'several'; choices: PlaceChoice[] }
  | { kind: 'ambiguous'; choices: PlaceChoice[] }
  | { kind: 'unknown'; suggestions: string[] }

const MAX_CHOICES = 8
const DOMINANT_POPULATION = 100_000
/** The people of a well-known town. */
export const LARGE_POPULATION = 20_000
/** A town with this many times the people of another one is meant rather than that one. */
export const MUCH_LARGER = 10
/** A place with this many times the people of all others with its name is meant, even if it is not large. */
const FAR_LARGER = 15
// The gazetteer does not know how many people live in hamlets.
const PEOPLE_OF_HAMLET = 100
// Without a state, a smaller town is only suggested, because the words may name an unknown region or neighborhood.
export const MIN_POPULATION_WITHOUT_STATE = 5000

export const unknown = (suggestions: string[] = []): PlaceReading => ({ kind: 'unknown', suggestions })

export const choicesOf = (places: readonly { label: string }[]): PlaceChoice[] =>
  [...new Set(places.map(({ label }) => label))].slice(0, MAX_CHOICES).map(label => ({ label, location: label }))

/** The town that its name means, or a choice. `towns`: those with the name, largest first. `state`: may also be meant. */
export function chooseTown(towns: readonly Town[], words: readonly string[], state: string | null): PlaceReading {
  const [largest] = towns
  if (largest === undefined) return unknown()
  if (state === null) {
    if (isDominant(towns) || isBestKnown(towns, words)) return pointOfTown(largest)
    if (towns.length === 1)
      return largest.population < MIN_POPULATION_WITHOUT_STATE ? unknown([labelOf(largest)]) : pointOfTown(largest)
  }
  const choices = choicesOf(towns.map(pointOfTown))
  if (state !== null) choices.splice(1, 0, choiceOfState(state))
  return { kind: 'ambiguous', choices: choices.slice(0, MAX_CHOICES) }
}

export const isDominant = ([largest, next]: readonly Town[]): boolean =>
  largest !== undefined &&
  largest.population >= DOMINANT_POPULATION &&
  largest.population >= MUCH_LARGER * (next?.population ?? 0)

/**
 * Whether nearly everybody means the largest town, because the others with its name are tiny: Woonsocket in Rhode
 * Island. "Pinebluff" is none of the large towns that are called Pine Bluff.
 */
function isBestKnown([largest, ...others]: readonly Town[], words: readonly string[]): boolean {
  const isSpelledSo = ({ name }: Town) => plainWords(name).join(' ') === words.join(' ')
  if (largest === undefined || (!isSpelledSo(largest) && others.some(isSpelledSo))) return false
  const { population } = largest
  const people = others.reduce((sum, other) => sum + Math.max(other.population, PEOPLE_OF_HAMLET), 0)
  return population >= LARGE_POPULATION && population >= people * FAR_LARGER
}

/** The state as a choice. "Ohio state" may be a university. */
const choiceOfState = (state: string): PlaceChoice => {
  const name = stateNames[state] ?? state
  return { label: `${name} (the state)`, location: `state of ${name}` }
}

export const placeOfState = (state: string): PlaceReading => ({
  kind: 'state',
  label: stateNames[state] ?? state,
  state,
})

const labelOf = ({ name, state }: Town): string => `${name}, ${state}`

export const pointOfTown = (town: Town): PointPlace => {
  const { name: city, state, lat, lon } = town
  return { kind: 'point', label: labelOf(town), city, state, zip: null, lat, lon }
}

export const pointOfZip = ({ zip, city, state, lat, lon }: Zip): PointPlace => ({
  kind: 'point',
  label: `${city}, ${state} ${zip}`,
  city,
  state,
  zip,
  lat,
  lon,
})
