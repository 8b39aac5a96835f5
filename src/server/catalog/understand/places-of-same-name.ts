import { type Gazetteer, townInState } from '#server/catalog/gazetteer/gazetteer.ts'
import { keyOfWords, townKey } from '#server/catalog/gazetteer/town-key.ts'
import { distanceMiles } from '#server/catalog/place/great-circle.ts'
import { isOtherCounty, muchLargerCounties } from './county-populations.ts'
import {
  bestKnownTown,
  choicesOf,
  LARGE_POPULATION,
  type LocationChoice,
  type LocationResolution,
  MAX_CHOICES,
  MUCH_LARGER,
  type PointLocation,
  pointLocation,
} from './location-resolution.ts'
import { type LocationWords, readState } from './location-words.ts'
import { countiesNamed, placesOfName } from './named-areas.ts'
import { rivalsOfTown } from './neighborhood-resolution.ts'
import { isNameAbroad } from './places-abroad.ts'

const MAX_MILES_OF_SAME_PLACE = 30

/**
 * The town. If it is small and well-known regions or neighborhoods elsewhere have its name, all of them are choices:
 * "South Bay", "Bel Air", "Catalina".
 */
export function orRivals(
  gazetteer: Gazetteer,
  { words, state }: LocationWords,
  town: PointLocation,
): LocationResolution {
  const population = townInState(gazetteer, townKey(town.city), town.state)?.population ?? 0
  if (state !== null || population >= LARGE_POPULATION) return town
  const rivals = [
    ...placesOfName(words).filter(place => distanceMiles(place, town) > MAX_MILES_OF_SAME_PLACE),
    ...rivalsOfTown(gazetteer, words, { key: townKey(town.city), population }),
  ]
  return rivals.length === 0 ? town : { kind: 'ambiguous', choices: choicesOf([town, ...rivals]) }
}

/**
 * Adds counties and neighborhoods with the name of several towns, unless the largest town is much larger. If nothing else has
 * a tenth of its people, it is meant.
 */
export function withRivals(
  gazetteer: Gazetteer,
  { words }: LocationWords,
  choices: LocationChoice[],
): LocationResolution {
  const key = keyOfWords(words)
  const towns = gazetteer.townsByKey.get(key) ?? []
  const population = (towns[0]?.population ?? 0) / MUCH_LARGER
  const rivals = rivalsOfTown(gazetteer, words, { key, population })
  if (
    rivals.length === 0 &&
    readState(words) === null &&
    placesOfName(words).length === 0 &&
    !isNameAbroad(gazetteer, words)
  ) {
    const known = bestKnownTown(towns, words)
    if (known && !isOtherCounty(gazetteer, countiesNamed(words, null), known)) return pointLocation(known)
  }
  const counties = muchLargerCounties(gazetteer, countiesNamed(words, null), towns[0]?.population ?? 0)
  return {
    kind: 'ambiguous',
    choices: [...choicesOf(counties), ...choices, ...choicesOf(rivals)].slice(0, MAX_CHOICES),
  }
}
