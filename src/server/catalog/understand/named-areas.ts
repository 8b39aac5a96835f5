import { z } from 'zod'
import { allCounties, type County } from '#server/catalog/gazetteer/counties.ts'
import { stateNames } from '#server/catalog/gazetteer/states.ts'
import { keyOfWords, townKey } from '#server/catalog/gazetteer/town-key.ts'
import type { Area } from '#server/catalog/place/area.ts'
import { type Box, boxAroundAll } from '#server/catalog/place/great-circle.ts'
import { commaList, readTable } from '#server/catalog/words/word-file.ts'
import { isCommonSlip, sortedLetters } from './common-slip.ts'
import { editDistance } from './edit-distance.ts'
import { directionsOf, spellingsOfNamed } from './named-spellings.ts'
import { placeAliases } from './place-aliases.ts'

/** A county or a region. `lat` and `lon` are the middle of the box around it, in degrees. */
export type AreaLocation = { kind: 'area'; label: string; state: string; areas: Area[]; lat: number; lon: number }
export type Neighborhood = {
  kind: 'neighborhood'
  label: string
  city: string
  state: string
  lat: number
  lon: number
}
type NamedPlace = AreaLocation | Neighborhood

type Named = {
  /** By `townKey` of the name, together with the town or state if the name alone is ambiguous. */
  certain: ReadonlyMap<string, readonly NamedPlace[]>
  /** By `townKey` of the name alone. */
  byName: ReadonlyMap<string, readonly NamedPlace[]>
  /** Counties by `townKey` of their name without its kind. */
  counties: ReadonlyMap<string, readonly County[]>
  neighborhoods: readonly Point[]
}
let named: Named | undefined
const loaded = (): Named => (named ??= readNamed())

/** The regions, neighborhoods, and landmarks that the words name. There are several if they have the same name. */
export function namedPlaces(words: readonly string[]): readonly NamedPlace[] {
  const { certain } = loaded()
  for (const spelling of spellingsOfNamed(words)) {
    const found = certain.get(keyOfWords(spelling))
    if (found) return found
  }
  return []
}

/** All regions, neighborhoods, and landmarks with this name in any state, to choose from. */
export const placesOfName = (words: readonly string[]): readonly NamedPlace[] =>
  loaded().byName.get(keyOfWords(words)) ?? []

/** Counties by their name without "County" or "Parish", in one state, or in all states if `state` is null. */
export const countiesNamed = (words: readonly string[], state: string | null): AreaLocation[] =>
  (loaded().counties.get(keyOfWords(words)) ?? [])
    .filter(county => state === null || county.state === state)
    .map(areaOfCounty)

/** Like `countiesNamed`, but for names that differ from the words by one letter. */
export function countiesSpelledLike(words: readonly string[], state: string | null): AreaLocation[] {
  const key = keyOfWords(words)
  if (key.length < MIN_LENGTH_OF_TYPO) return []
  return [...loaded().counties]
    .filter(([other]) => editDistance(key, other, 1) === 1)
    .flatMap(([, counties]) => counties.filter(county => state === null || county.state === state))
    .map(areaOfCounty)
}
const MIN_LENGTH_OF_TYPO = 6

/**
 * The region, neighborhood, or landmark whose name was mistyped, as in "camp lejune nc". Null if there are several.
 * Without a state, no letter may be replaced: "poke place" is not Pike Place.
 */
export function namedPlaceSpelledLike(words: readonly string[], state: string | null): NamedPlace | null {
  const key = keyOfWords(words)
  if (key.length < MIN_LENGTH_OF_NAMED_TYPO) return null
  const { certain, byName } = loaded()
  const names = (keysByLength ??= Map.groupBy(byName.keys(), name => name.length))
  const found = new Set<NamedPlace>()
  for (let length = key.length - 1; length <= key.length + 1; length++)
    for (const name of names.get(length) ?? []) {
      if (name[0] !== key[0] || editDistance(key, name, 1) !== 1 || !isCommonSlip(key, name)) continue
      const isSwap = name.length === key.length && sortedLetters(name) === sortedLetters(key)
      if (state === null && name.length === key.length && !isSwap) continue
      for (const place of (state === null ? certain : byName).get(name) ?? [])
        if (state === null || place.state === state) found.add(place)
    }
  const [place] = found
  return found.size === 1 && place ? place : null
}
const MIN_LENGTH_OF_NAMED_TYPO = 9
let keysByLength: ReadonlyMap<number, string[]> | undefined

/** Every region, neighborhood, landmark, and county. `name` is the label without its city and state. */
export const allNamedAreas = (): { name: string; label: string; state: string; lat: number; lon: number }[] =>
  [...new Set([...loaded().byName.values()].flat()), ...[...loaded().counties.values()].flat().map(areaOfCounty)].map(
    ({ label, state, lat, lon }) => ({ name: label.split(',')[0] ?? label, label, state, lat, lon }),
  )

/** The neighborhoods of neighborhoods.txt. */
export const wellKnownNeighborhoods = (): readonly Point[] => loaded().neighborhoods

/** "Bergen" for "Bergen County". */
export const withoutKind = (county: string): string => county.replace(KIND_AFTER, '')

const KIND_AFTER = / (?:County|Parish|Borough|Municipality|Census Area|Municipio)$/

const areaOfCounty = (county: County): AreaLocation => ({
  kind: 'area',
  label: `${county.name}, ${county.state}`,
  state: county.state,
  areas: [{ county: county.fips }],
  ...middleOf([county.box]),
})

function middleOf(boxes: readonly Box[]) {
  const { south, north, west, east } = boxAroundAll(boxes)
  return { lat: (south + north) / 2, lon: (west + east) / 2 }
}

const RegionRow = z.tuple([z.string().regex(/^.+, [A-Z]{2}$/), z.string().min(1), commaList])
const NeighborhoodRow = z.tuple([
  z.string().min(1),
  z.string().regex(/^.+, [A-Z]{2}$/),
  z.string().regex(/^-?[\d.]+ -?[\d.]+$/),
  commaList,
])

function readNamed(): Named {
  const certain = new Map<string, NamedPlace[]>()
  const byName = new Map<string, NamedPlace[]>()
  const counties = Map.groupBy(
    allCounties().filter(({ name }) => !name.startsWith('City of ')),
    ({ name }) => townKey(withoutKind(name)),
  )
  const neighborhoods = pointsOf('neighborhoods.txt')
  const add = (map: Map<string, NamedPlace[]>, words: string, place: NamedPlace) => {
    const key = townKey(words)
    const same = map.get(key) ?? []
    if (!same.includes(place)) map.set(key, [...same, place])
  }
  for (const [label, parts, otherNames] of readTable('regions.txt', RegionRow)) {
    const region = regionOf(label.replace('*', ''), parts)
    for (const entry of [label.slice(0, -4), ...otherNames]) {
      const name = entry.replace(/\*$/, '')
      add(byName, name, region)
      if (name === entry) for (const spelling of directionsOf(name, region.state)) add(certain, spelling, region)
      for (const state of spellingsOfState(region.state)) add(certain, `${name} ${state}`, region)
    }
  }
  const townNames = Map.groupBy(placeAliases, ([, { town, state }]) => `${town} ${state}`)
  const points = [...neighborhoods, ...pointsOf('landmarks.txt'), ...pointsOf('airports.txt')]
  for (const { place, names } of points) {
    const { city, state } = place
    const towns = [city, ...(townNames.get(`${townKey(city)} ${state}`) ?? []).map(([alias]) => alias)]
    for (const entry of names) {
      const name = entry.replace(/[*+]$/, '')
      add(byName, name, place)
      if (name === entry) add(certain, name, place)
      if (!entry.endsWith('*')) for (const words of spellingsOfState(state)) add(certain, `${name} ${words}`, place)
      for (const town of towns)
        for (const words of ['', ...spellingsOfState(state)]) add(certain, `${name} ${town} ${words}`, place)
    }
  }
  return { certain, byName, counties, neighborhoods }
}

/** A place with its names. Their marks are explained in the file. */
type Point = { place: Neighborhood; names: readonly string[] }

const pointsOf = (file: string): Point[] =>
  readTable(file, NeighborhoodRow).map(([first, at, point, otherNames]) => {
    const [city, state] = [at.slice(0, -4), at.slice(-2)]
    const [lat = NaN, lon = NaN] = point.split(' ').map(Number)
    const label = `${first.replace(/[*+]$/, '')}, ${at}`
    return { place: { kind: 'neighborhood', label, city, state, lat, lon }, names: [first, ...otherNames] }
  })

const spellingsOfState = (state: string): string[] => [state, stateNames[state] ?? state]

function regionOf(label: string, parts: string): AreaLocation {
  const state = label.slice(-2)
  if (parts.startsWith('@')) {
    const [lat = NaN, lon = NaN, radiusMiles = NaN] = parts.slice(2).split(' ').map(Number)
    return { kind: 'area', label, state, areas: [{ lat, lon, radiusMiles }], lat, lon }
  }
  const members = parts.split(', ').map(countyOfWords)
  const areas = members.map(({ fips }) => ({ county: fips }))
  return { kind: 'area', label, state, areas, ...middleOf(members.map(({ box }) => box)) }
}

/** The county for words such as "Napa CA", or "City of Alexandria VA" for a city that is in no county. */
function countyOfWords(words: string): County {
  const [name, state] = [words.slice(0, -3), words.slice(-2)]
  const county = allCounties().find(
    other => other.state === state && (other.name === name || withoutKind(other.name) === name),
  )
  if (county === undefined) throw new Error(`regions.txt: there is no county "${words}"`)
  return county
}
