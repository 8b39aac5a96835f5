import { allCounties, boxAroundAll, type County, keyOfWords, middleOf, stateNames, townKey } from '#geography/index.ts'
import { entriesOf, rowsOf } from '../list-file.ts'
import { directionsOf, spellingsOfNamed } from './named-spellings.ts'
import { placeAliases } from './place-aliases.ts'
import type { AreaPlace } from './place.ts'

export type Neighborhood = {
  kind: 'neighborhood'
  label: string
  city: string
  state: string
  lat: number
  lon: number
}
type NamedPlace = AreaPlace | Neighborhood

type Named = {
  /** By `townKey` of the name, together with the town or state if the name alone is ambiguous. */
  certain: ReadonlyMap<string, readonly NamedPlace[]>
  /** By `townKey` of the name alone. */
  byName: ReadonlyMap<string, readonly NamedPlace[]>
  /** Counties by `townKey` of their name without its kind. */
  counties: ReadonlyMap<string, readonly County[]>
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
export const countiesNamed = (words: readonly string[], state: string | null): AreaPlace[] =>
  (loaded().counties.get(keyOfWords(words)) ?? [])
    .filter(county => state === null || county.state === state)
    .map(areaOfCounty)

/** Every region, neighborhood, landmark, and county. `name` is the label without its city and state. */
export const allNamedPlaces = (): { name: string; label: string; state: string; lat: number; lon: number }[] =>
  [...new Set([...loaded().byName.values()].flat()), ...[...loaded().counties.values()].flat().map(areaOfCounty)].map(
    ({ label, state, lat, lon }) => ({ name: label.split(',')[0] ?? label, label, state, lat, lon }),
  )

/** "Bergen" for "Bergen County". */
export const withoutKind = (county: string): string => county.replace(KIND_AFTER, '')

const KIND_AFTER = / (?:County|Parish|Borough|Municipality|Census Area|Municipio)$/

const areaOfCounty = (county: County): AreaPlace => ({
  kind: 'area',
  label: `${county.name}, ${county.state}`,
  state: county.state,
  areas: [{ county: county.fips }],
  ...middleOf(county.box),
})

function readNamed(): Named {
  const certain = new Map<string, NamedPlace[]>()
  const byName = new Map<string, NamedPlace[]>()
  const counties = Map.groupBy(
    allCounties().filter(({ name }) => !name.startsWith('City of ')),
    ({ name }) => townKey(withoutKind(name)),
  )
  /** Nearly all names mean one place. All of its names share this array, because there are tens of thousands of names. */
  const alone = new Map<NamedPlace, NamedPlace[]>()
  const add = (map: Map<string, NamedPlace[]>, words: string, place: NamedPlace) => {
    const key = townKey(words)
    const same = map.get(key) ?? []
    const only = alone.getOrInsertComputed(place, () => [place])
    if (!same.includes(place)) map.set(key, same.length === 0 ? only : [...same, place])
  }
  for (const [label = '', parts = '', otherNames = ''] of rowsOf('places/regions.txt')) {
    const region = regionOf(label.replace('*', ''), parts)
    for (const entry of [label.slice(0, -4), ...entriesOf(otherNames)]) {
      const name = entry.replace(/\*$/, '')
      add(byName, name, region)
      if (name === entry) for (const spelling of directionsOf(name, region.state)) add(certain, spelling, region)
      for (const state of spellingsOfState(region.state)) add(certain, `${name} ${state}`, region)
    }
  }
  const townNames = Map.groupBy(placeAliases, ([, { town, state }]) => `${town} ${state}`)
  const points = ['neighborhoods.txt', 'landmarks.txt'].flatMap(pointsOf)
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
  return { certain, byName, counties }
}

/** A place with its names. The file explains the marks at their ends. */
type Point = { place: Neighborhood; names: readonly string[] }

const pointsOf = (file: string): Point[] =>
  rowsOf(`places/${file}`).map(([first = '', at = '', point = '', otherNames = '']) => {
    const [city, state] = [at.slice(0, -4), at.slice(-2)]
    const [lat = NaN, lon = NaN] = point.split(' ').map(Number)
    const label = `${first.replace(/[*+]$/, '')}, ${at}`
    return { place: { kind: 'neighborhood', label, city, state, lat, lon }, names: [first, ...entriesOf(otherNames)] }
  })

const spellingsOfState = (state: string): string[] => [state, stateNames[state] ?? state]

function regionOf(label: string, parts: string): AreaPlace {
  const state = label.slice(-2)
  if (parts.startsWith('@')) {
    const [lat = NaN, lon = NaN, radiusMiles = NaN] = parts.slice(2).split(' ').map(Number)
    return { kind: 'area', label, state, areas: [{ lat, lon, radiusMiles }], lat, lon }
  }
  const members = parts.split(', ').map(countyOfWords)
  const areas = members.map(({ fips }) => ({ county: fips }))
  return { kind: 'area', label, state, areas, ...middleOf(boxAroundAll(members.map(({ box }) => box))) }
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
