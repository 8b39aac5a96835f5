import {
  distanceMiles,
  type Gazetteer,
  keyOfWords,
  plainWords,
  type Point,
  stateNames,
  townKey,
} from '#geography/index.ts'
import { allNamedPlaces } from './named-places.ts'
import { placeAliases } from './place-aliases.ts'
import { beginningWith, type PrefixIndex, prefixIndexOf } from './prefix-index.ts'
import { readPlace } from './read-place.ts'
import { nearestTowns } from './spelled-towns.ts'

/** A place to search in. Its `label`, sent as the location of a search, means exactly this place. */
export type SuggestedPlace = {
  label: string
  /** USPS code. */
  state: string
  /** Null for a whole state. */
  at: Point | null
  /** Null if unknown, or if it is not a town. */
  population: number | null
}

/** `weight` grows with the number of people who are likely to mean the place. */
type Candidate = SuggestedPlace & { weight: number }
type PlaceIndex = {
  byName: PrefixIndex<Candidate>
  zips: PrefixIndex<Candidate>
  byLabel: ReadonlyMap<string, Candidate>
}

const MIN_LENGTH = 2
const MIN_ZIP_LENGTH = 3
// Weights are logarithms of the population. A state counts like a large city, a county like a small town.
const STATE_WEIGHT = 6.5
const AREA_WEIGHT = 4
const FEWEST_PEOPLE = 100
const WHOLE_NAME_BONUS = 1
const NEAR_BONUS = 1.5
const NEAR_MILES = 150

const indexes = new WeakMap<Gazetteer, PlaceIndex>()

/** Suggests places while the user types: large and near ones first, and each label once. */
export function suggestPlaces(
  gazetteer: Gazetteer,
  typed: string,
  { near, limit }: { near: Point | null; limit: number },
): SuggestedPlace[] {
  const index = indexes.getOrInsertComputed(gazetteer, buildIndex)
  const ranks = new Map<Candidate, number>()
  const add = (candidate: Candidate, bonus: number) => {
    const rank = candidate.weight + bonus + nearness(candidate, near)
    ranks.set(candidate, Math.max(rank, ranks.get(candidate) ?? rank))
  }
  for (const { key, states } of readingsOf(typed))
    for (const { text, value } of beginningWith(/^\d/.test(key) ? index.zips : index.byName, key))
      if (states === null || states.has(value.state)) add(value, text === key ? WHOLE_NAME_BONUS : 0)
  const best = [...ranks].toSorted(([, a], [, b]) => b - a).values()
  const found = best.map(([candidate]) => candidate).filter(({ label }) => isUnderstood(gazetteer, label))
  const suggested = [...found.take(limit)]
  return suggested.length > 0 ? suggested : misspelled(gazetteer, index, typed).slice(0, limit)
}

function nearness({ at }: SuggestedPlace, near: Point | null): number {
  if (at === null || near === null) return 0
  return NEAR_BONUS * Math.max(0, 1 - distanceMiles(at, near) / NEAR_MILES)
}

/** The beginning of a name, and the states that it may be in; null for all. */
type Reading = { key: string; states: ReadonlySet<string> | null }

function readingsOf(typed: string): Reading[] {
  const [before = '', ...after] = typed.split(',')
  const words = plainWords(before)
  const zip = /^\s*(\d+)/.exec(typed)?.[1]
  if (zip !== undefined) return zip.length >= MIN_ZIP_LENGTH ? [{ key: zip, states: null }] : []
  if (after.length > 0) {
    const states = statesBeginning(plainWords(after.join(' ')))
    // "Hampden, Balt" is a neighborhood in a town that begins with "Balt".
    return states?.size === 0
      ? keysOf(plainWords(typed)).map(key => ({ key, states: null }))
      : keysOf(words).map(key => ({ key, states }))
  }
  const readings: Reading[] = keysOf(words).map(key => ({ key, states: null }))
  // "boulder c" may be Boulder in a state that begins with C.
  for (const count of [1, 2]) {
    const states = words.length > count ? statesBeginning(words.slice(-count)) : null
    if (states !== null) for (const key of keysOf(words.slice(0, -count))) readings.push({ key, states })
  }
  return readings
}

// The last word may be complete, such as "st" for "saint", or the beginning of "stamford".
const keysOf = (words: readonly string[]): string[] =>
  [...new Set([keyOfWords(words), words.join('')])].filter(key => key.length >= MIN_LENGTH)

/** The states whose code or name begins with the words. Null for no words. */
function statesBeginning(words: readonly string[]): ReadonlySet<string> | null {
  const beginning = words.join(' ')
  if (beginning === '') return null
  return new Set(
    Object.entries(stateNames).flatMap(([code, name]) =>
      [code, name].some(spelling => spelling.toLowerCase().startsWith(beginning)) ? code : [],
    ),
  )
}

function misspelled(gazetteer: Gazetteer, { byLabel }: PlaceIndex, typed: string): Candidate[] {
  const [before = ''] = typed.split(',')
  const near = nearestTowns(gazetteer, townKey(before), null)
  return near.flatMap(({ town }) => byLabel.get(`${town.name}, ${town.state}`) ?? [])
}

function buildIndex(gazetteer: Gazetteer): PlaceIndex {
  const byLabel = new Map<string, Candidate>()
  const named: { text: string; value: Candidate }[] = []
  const add = (text: string, candidate: Candidate) => {
    const value = byLabel.get(candidate.label) ?? candidate
    byLabel.set(candidate.label, value)
    named.push({ text, value })
  }
  for (const [text, towns] of gazetteer.townsByKey)
    for (const { name, state, population, lat, lon } of towns)
      add(text, {
        label: `${name}, ${state}`,
        state,
        at: { lat, lon },
        population: population === 0 ? null : population,
        weight: Math.log10(population + FEWEST_PEOPLE),
      })
  for (const [text, { town, state }] of placeAliases) {
    const meant = gazetteer.townsByKey.get(town)?.find(other => other.state === state)
    const known = meant && byLabel.get(`${meant.name}, ${meant.state}`)
    if (known) named.push({ text, value: known })
  }
  for (const [state, name] of Object.entries(stateNames)) {
    // "New York" alone means the city.
    const label = isUnderstood(gazetteer, name) ? name : `${name} state`
    add(townKey(name), { label, state, at: null, population: null, weight: STATE_WEIGHT })
  }
  for (const { name, label, state, lat, lon } of allNamedPlaces())
    for (const text of new Set([townKey(name), townKey(withoutState(label))]))
      add(text, {
        label,
        state,
        at: { lat, lon },
        population: null,
        // The gazetteer knows how many people live in some neighborhoods: it has Venice in Los Angeles as "Venice, CA".
        weight: byLabel.get(`${name}, ${state}`)?.weight ?? AREA_WEIGHT,
      })
  const zips = Array.from(gazetteer.zips.values(), ({ zip, city, state, lat, lon }) => ({
    text: zip,
    value: { label: `${city}, ${state} ${zip}`, state, at: { lat, lon }, population: null, weight: 0 },
  }))
  return { byName: prefixIndexOf(named), zips: prefixIndexOf(zips), byLabel }
}

/** "Hampden, Baltimore" of "Hampden, Baltimore, MD". */
const withoutState = (label: string) => label.slice(0, label.lastIndexOf(','))

/** Whether a search for this label finds the place with this label. "Venice, CA" finds "Venice, Los Angeles, CA". */
function isUnderstood(gazetteer: Gazetteer, label: string): boolean {
  const found = readPlace(gazetteer, label)
  return 'label' in found && [found.label, `${found.label} state`].includes(label)
}
