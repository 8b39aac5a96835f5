import { type Gazetteer, townInState } from '#server/catalog/gazetteer/gazetteer.ts'
import { keyOfWords, townKey } from '#server/catalog/gazetteer/town-key.ts'
import { distanceMiles } from '#server/catalog/place/great-circle.ts'
import type { CityNeighborhood } from './city-neighborhoods.ts'
import { withoutQualifiers } from './location-qualifiers.ts'
import { choicesOf, type LocationResolution, type PointLocation, unknown } from './location-resolution.ts'
import { type LocationWords, readLocation, readState, trailingStates } from './location-words.ts'
import type { Neighborhood } from './named-areas.ts'
import { neighborhoodsSpelledLike, type NeighborhoodReading, readNeighborhood } from './neighborhood-words.ts'
import { placeAliases } from './place-aliases.ts'
import { townOfParts } from './town-names.ts'

const MAX_MILES_OF_SAME_PLACE = 8

export const pointOfNeighborhood = (place: Neighborhood): PointLocation => ({ ...place, kind: 'point', zip: null })

/** The neighborhood that the words name, unless they are the name of a town. */
export function neighborhoodNamed(gazetteer: Gazetteer, location: LocationWords): NeighborhoodReading | null {
  const reading = readNeighborhood(gazetteer, location.words)
  return reading === null || isTown(gazetteer, location) ? null : reading
}

/** Whether the words are the name of a town, or of a state: "Arlington Heights" is no part of Arlington. */
function isTown(gazetteer: Gazetteer, { words, parts, state }: LocationWords): boolean {
  if (state !== null) return townOfParts(gazetteer, [parts.flat()], state) !== null
  return (
    gazetteer.townsByKey.has(keyOfWords(words)) ||
    placeAliases.has(keyOfWords(words)) ||
    readState(words) !== null ||
    trailingStates(words).some(reading => townOfParts(gazetteer, [reading.town], reading.state) !== null)
  )
}

/** The only neighborhood that was found, if it was named together with its town, or its state. */
export const sureNeighborhood = (
  reading: NeighborhoodReading | null,
  by: NeighborhoodReading['with'],
): PointLocation | null => {
  const [first] = reading?.isSure === true && reading.with === by ? reading.found : []
  return first === undefined ? null : pointOfNeighborhood(first.place)
}

const populationOf = (gazetteer: Gazetteer, { city, state }: { city: string; state: string }): number =>
  townInState(gazetteer, townKey(city), state)?.population ?? 0

/** The neighborhood without the others of its city: how many people probably live in it. */
const peopleIn = (gazetteer: Gazetteer, { place, city }: CityNeighborhood): number =>
  populationOf(gazetteer, place) / city.byKey.size

const largestFirst = <Place extends Neighborhood>(gazetteer: Gazetteer, places: readonly Place[]): Place[] =>
  [...new Set(places)].toSorted((a, b) => populationOf(gazetteer, b) - populationOf(gazetteer, a))

/** Whether it is not a part of a combined name, as "Otsego" is in "Petoskey-Otsego". */
const isItsOwnName = ({ key, place }: CityNeighborhood): boolean => key === townKey(place.label.split(',', 1)[0] ?? '')

/** A town with this name at the same place: many neighborhoods have a post office. */
const isAlsoTown = (gazetteer: Gazetteer, { key, place }: CityNeighborhood): boolean =>
  (gazetteer.townsByKey.get(key) ?? []).some(town => distanceMiles(town, place) < MAX_MILES_OF_SAME_PLACE)

/**
 * Neighborhoods that the user may mean instead of a town, largest cities first. Those with the name of the town must have
 * at least as many people, because subdivisions everywhere have the names of towns.
 */
export function rivalsOfTown(
  gazetteer: Gazetteer,
  words: readonly string[],
  town: { key: string; population: number },
): Neighborhood[] {
  const reading = readNeighborhood(gazetteer, words)
  const found = reading?.with === 'nothing' ? reading.found : []
  const rivals = found.filter(
    listed =>
      !isAlsoTown(gazetteer, listed) &&
      (listed.key !== town.key || (isItsOwnName(listed) && peopleIn(gazetteer, listed) >= town.population)),
  )
  return largestFirst(
    gazetteer,
    rivals.map(({ place }) => place),
  )
}

/** The neighborhoods for words that name no other place. */
export function orNeighborhoods(gazetteer: Gazetteer, typed: string, suggestions: string[]): LocationResolution {
  for (const words of [typed, withoutQualifiers(typed)]) {
    const location = words === null ? null : readLocation(words)
    if (location === null) continue
    const reading = readNeighborhood(gazetteer, location.words)
    const found =
      reading === null ? neighborhoodsSpelledLike(gazetteer, location.words) : reading.found.map(({ place }) => place)
    const [first, ...others] = largestFirst(gazetteer, found)
    if (first === undefined) continue
    const isSure = others.length === 0 && reading?.isSure !== false && !isTown(gazetteer, location)
    if (isSure) return pointOfNeighborhood(first)
    const labels = [...new Set([...[first, ...others].map(({ label }) => label), ...suggestions])]
    return labels.length === 1 || others.length === 0
      ? unknown(labels)
      : { kind: 'ambiguous', choices: choicesOf(labels.map(label => ({ label }))) }
  }
  return unknown([...new Set(suggestions)])
}
