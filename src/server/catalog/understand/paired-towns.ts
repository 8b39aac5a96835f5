import type { Gazetteer, Town } from '#server/catalog/gazetteer/gazetteer.ts'
import { keyOfWords } from '#server/catalog/gazetteer/town-key.ts'
import { distanceMiles } from '#server/catalog/place/great-circle.ts'
import { MUCH_LARGER } from './location-resolution.ts'
import { type LocationWords, trailingStates } from './location-words.ts'
import { readNeighborhood } from './neighborhood-words.ts'
import { isAbroad } from './places-abroad.ts'

const MIN_POPULATION = 10_000
const MAX_MILES = 40

/**
 * The larger of two neighboring towns that are named together ("Bismarck-Mandan", "Champaign/Urbana IL"). Null if no pair
 * fits, or several.
 */
export function largerOfPair(gazetteer: Gazetteer, { words, parts, state }: LocationWords): Town | null {
  const pair = pairOf(gazetteer, parts.flat(), state)
  const [reading] = state === null ? trailingStates(words) : []
  // "Highland Park Forest IN" is a neighborhood, not Highland and Park Forest.
  if (pair !== null || reading === undefined || readNeighborhood(gazetteer, words) !== null) return pair
  return pairOf(gazetteer, reading.town, reading.state)
}

function pairOf(gazetteer: Gazetteer, words: readonly string[], state: string | null): Town | null {
  const pairs: [Town, Town][] = []
  for (let cut = 1; cut < words.length; cut++) {
    // "Fontana, Ontario" is in Canada.
    if (isAbroad(gazetteer, words.slice(cut))) continue
    const [first = [], second = []] = [words.slice(0, cut), words.slice(cut)].map(part => largeTowns(gazetteer, part))
    for (const one of first)
      for (const other of second)
        if ((state === null || one.state === state) && distanceMiles(one, other) <= MAX_MILES) pairs.push([one, other])
  }
  const [pair] = pairs
  if (pair === undefined || pairs.length > 1) return null
  return pair[0].population >= pair[1].population ? pair[0] : pair[1]
}

// "Montclair Oakland" is a part of Oakland in California and has nothing to do with two neighbors in New Jersey.
function largeTowns(gazetteer: Gazetteer, words: readonly string[]): Town[] {
  const towns = gazetteer.townsByKey.get(keyOfWords(words)) ?? []
  const largest = towns[0]?.population ?? 0
  return towns.filter(({ population }) => population >= MIN_POPULATION && population * MUCH_LARGER > largest)
}
