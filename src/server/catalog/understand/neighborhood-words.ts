import type { Gazetteer } from '#server/catalog/gazetteer/gazetteer.ts'
import { keyOfWords, plainWords } from '#server/catalog/gazetteer/town-key.ts'
import { citiesOfName, type CityNeighborhood, neighborhoodsOfName } from './city-neighborhoods.ts'
import { editDistance } from './edit-distance.ts'
import { LARGE_POPULATION } from './location-resolution.ts'
import { trailingStates } from './location-words.ts'
import type { Neighborhood } from './named-areas.ts'
import { isNameAbroad } from './places-abroad.ts'

/**
 * The neighborhoods of the table that the words name, and what was named with them. `isSure`: there is one, and nothing
 * else is likely to be meant.
 */
export type NeighborhoodReading = {
  found: readonly CityNeighborhood[]
  with: 'town' | 'state' | 'nothing'
  isSure: boolean
}

const MAX_WORDS = 10
const MIN_LENGTH_OF_TYPO = 7

/**
 * Reads "Hampden Baltimore", "Hampden in Baltimore, MD", "Baltimore Hampden", "Hampden MD", and "Hampden". After the name
 * of a town, a name that is also a large town is not certain: "Denver, Berkeley".
 */
export function readNeighborhood(gazetteer: Gazetteer, words: readonly string[]): NeighborhoodReading | null {
  if (words.length > MAX_WORDS) return null
  const found = new Set<CityNeighborhood>()
  const sure = new Set<CityNeighborhood>()
  for (const { name, others, isFirst } of waysToSplit(words))
    for (const listed of neighborhoodsOfName(name)) {
      const named = placeNamed(others, listed)
      if (named === null) continue
      found.add(listed)
      const isLarge = isLargeTown(gazetteer, name)
      if (isCertain(listed, named, { isFirst, isLarge, isOnlyOne: isNowhereElse(gazetteer, name, listed) }))
        sure.add(listed)
    }
  if (found.size > 0) return { found: [...(sure.size === 1 ? sure : found)], with: 'town', isSure: sure.size === 1 }
  const states = trailingStates(words)
  for (const { town, state } of states) {
    const inState = neighborhoodsOfName(nameIn(town)).filter(({ place }) => place.state === state)
    if (inState.length > 0)
      return { found: inState, with: 'state', isSure: inState.length === 1 && inState.every(isClearInState) }
  }
  // "Victor IA" is not Victoria.
  const named = states.length === 0 ? neighborhoodsOfName(nameIn(words)) : []
  return named.length === 0
    ? null
    : { found: named, with: 'nothing', isSure: named.length === 1 && named[0]?.need === 'nothing' }
}

const isLargeTown = ({ townsByKey }: Gazetteer, words: readonly string[]): boolean =>
  (townsByKey.get(keyOfWords(words))?.[0]?.population ?? 0) >= LARGE_POPULATION

const GENERAL = /(?:district|center|side|street|avenue|road)$/
const GENERAL_IN_TOWN = /(?:square|market|plaza|mall|riverfront|waterfront|university)$/
const DIRECTION = '(?:(?:north|south)?(?:east|west|north|south)|[nsew])'
// Most towns have an "uptown" or a "west hill", also if no list has it. "East Falls Church" says more.
const GENERAL_WORDS = new RegExp(
  [
    String.raw`^(?:the )?${DIRECTION}(?: \S+)?$`,
    String.raw`^(?:the )?(?:uptown|midtown|downtown|historic|old (?:town|hill|village))\b`,
    String.raw`\b(?:${DIRECTION}|central|center city)$`,
    String.raw`^(?:the )?(?:pines|oaks|hills|heights|gardens|mansion|rancho|bayfront)$`,
  ].join('|'),
)

/** Whether no other town of the name has it: "Canal Park Duluth" is in Minnesota, not in Georgia. */
const isNowhereElse = (gazetteer: Gazetteer, words: readonly string[], { key, city }: CityNeighborhood): boolean =>
  neighborhoodsOfName([key]).length === 1 &&
  !GENERAL.test(key) &&
  !GENERAL_IN_TOWN.test(key) &&
  !GENERAL_WORDS.test(words.join(' ')) &&
  !gazetteer.townsByKey.has(key) &&
  !isNameAbroad(gazetteer, plainWords(city.name))

// A name that only one neighborhood of all lists has, and that says more than "Medical Center".
const isClearInState = ({ need, isWellKnown, key }: CityNeighborhood): boolean =>
  need === 'nothing' ||
  need === 'state' ||
  (isWellKnown && neighborhoodsOfName([key]).length === 1 && !GENERAL.test(key))

type Split = { name: readonly string[]; others: readonly string[]; isFirst: boolean }

/** All ways to split the words into the name of a neighborhood and the words for its town, in either order. */
function* waysToSplit(words: readonly string[]): Generator<Split> {
  for (let length = 1; length < words.length; length++) {
    const [before, after] = [words.slice(0, length), words.slice(length)]
    yield { name: nameIn(before), others: after, isFirst: true }
    yield { name: nameIn(after), others: before, isFirst: false }
  }
}

const BETWEEN: ReadonlySet<string> = new Set(['in', 'of', 'near', 'at'])
const KINDS: ReadonlySet<string> = new Set(['neighborhood', 'neighborhoods', 'neighbourhood', 'area', 'section'])

/** The name without the words behind it: "Hampden" in "Hampden neighborhood of". */
function nameIn(words: readonly string[]): readonly string[] {
  let end = words.length
  if (end > 1 && BETWEEN.has(words[end - 1] ?? '')) end--
  if (end > 1 && KINDS.has(words[end - 1] ?? '')) end--
  return end === words.length ? words : words.slice(0, end)
}

/** What the words name of the place of the neighborhood: its town, maybe with its state. Null if they do not. */
function placeNamed(words: readonly string[], { city, place }: CityNeighborhood): 'town' | 'town and state' | null {
  const isCity = (town: readonly string[]) => citiesOfName(town).includes(city)
  for (const { town, state } of trailingStates(words))
    if (state === place.state && isCity(town)) return 'town and state'
  return isCity(words) ? 'town' : null
}

// A larger town must come first: "Minneapolis Cleveland" may be two towns.
function isCertain(
  { need, city }: CityNeighborhood,
  named: 'town' | 'town and state',
  { isFirst, isLarge, isOnlyOne }: { isFirst: boolean; isLarge: boolean; isOnlyOne: boolean },
): boolean {
  if (named === 'town and state') return need !== 'town and state' || isFirst
  if (need === 'town and state' || (!isFirst && isLarge)) return false
  return need === 'nothing' || !city.needsState || isOnlyOne
}

/** The neighborhoods of the town in the words whose name differs from the other words by one letter. */
export function neighborhoodsSpelledLike(gazetteer: Gazetteer, words: readonly string[]): readonly Neighborhood[] {
  if (words.length > MAX_WORDS) return []
  const found = new Set<Neighborhood>()
  for (const { name, others } of waysToSplit(words)) {
    const key = keyOfWords(name)
    // "Charleston, Boston" is no typo of Charlestown.
    if (key.length < MIN_LENGTH_OF_TYPO || isLargeTown(gazetteer, name)) continue
    const [{ town, state } = { town: others, state: null }] = trailingStates(others)
    for (const city of citiesOfName(town))
      if (state === null || city.state === state)
        for (const [other, { place }] of city.byKey)
          if (editDistance(key, other, 1) === 1 && key[0] === other[0]) found.add(place)
  }
  return [...found]
}
