import { keyOfWords, townKey } from '#server/catalog/gazetteer/town-key.ts'
import { readBlocks } from '#server/catalog/words/word-file.ts'
import { type Neighborhood, wellKnownNeighborhoods } from './named-areas.ts'
import { placeAliases } from './place-aliases.ts'

/** What must be named with the neighborhood so that it is certain. */
type Need = 'nothing' | 'state' | 'town' | 'town and state'
export type CityNeighborhood = {
  place: Neighborhood
  city: City
  /** The `townKey` of one of its names. */
  key: string
  need: Need
  /** Whether it is in neighborhoods.txt. */
  isWellKnown: boolean
}
type City = {
  name: string
  state: string
  /** Whether another large city has its name. */
  needsState: boolean
  /** Its neighborhoods, by the `townKey` of each of their names. */
  byKey: Map<string, CityNeighborhood>
}
type Table = {
  /** By `townKey` of the name alone. */
  byName: ReadonlyMap<string, readonly CityNeighborhood[]>
  /** By the `townKey` of each of the city's names. */
  cities: ReadonlyMap<string, readonly City[]>
}
let table: Table | undefined
const loaded = (): Table => (table ??= readCities())

export const neighborhoodsOfName = (words: readonly string[]): readonly CityNeighborhood[] =>
  loaded().byName.get(keyOfWords(words)) ?? []

export const citiesOfName = (words: readonly string[]): readonly City[] => loaded().cities.get(keyOfWords(words)) ?? []

/**
 * Every neighborhood of the table, without those of neighborhoods.txt. `share` is the part of its city that it has if all
 * of them are of equal size.
 */
export const allCityNeighborhoods = (): { name: string; place: Neighborhood; share: number }[] =>
  [...new Set([...loaded().cities.values()].flat())].flatMap(city => {
    const places = new Set(
      Array.from(city.byKey.values(), ({ place, isWellKnown }) => (isWellKnown ? [] : place)).flat(),
    )
    return Array.from(places, place => ({ name: nameOf(place), place, share: 1 / places.size }))
  })

const nameOf = ({ label }: Neighborhood) => label.split(',', 1)[0] ?? label

const FILES = ['city-neighborhoods.txt', 'further-neighborhoods.txt']
// These lists are the longest, so their rows are read without a schema.
const ROW = /^(.+?) \| ([\d.]+) (-[\d.]+)(?: \| (.+))?$/
const HEADING = /^(.+?)(\*?), ([A-Z]{2})$/
const MARK = /[*+]+$/
const needs: Readonly<Record<string, Need>> = { '+': 'state', '*': 'town', '**': 'town and state' }

function readCities(): Table {
  const byName = new Map<string, CityNeighborhood[]>()
  const cities = new Map<string, City>()
  const add = (city: City, place: Neighborhood, entry: string, isWellKnown: boolean) => {
    const mark = MARK.exec(entry)?.[0] ?? ''
    const key = townKey(entry.slice(0, entry.length - mark.length))
    const listed = { place, city, key, need: needs[mark] ?? 'nothing', isWellKnown }
    city.byKey.set(key, listed)
    byName.set(key, [...(byName.get(key) ?? []), listed])
  }
  for (const { heading, lines } of FILES.flatMap(readBlocks)) {
    const [, name = '', mark = '', state = ''] = HEADING.exec(heading) ?? []
    const id = `${townKey(name)} ${state}`
    const city = cities.get(id) ?? { name, state, needsState: mark !== '', byKey: new Map() }
    cities.set(id, city)
    for (const line of lines) {
      const [, first, lat, lon, otherNames] = ROW.exec(line) ?? []
      if (first === undefined) throw new Error(`${FILES.join(' or ')}: "${line}" is no neighborhood`)
      const label = `${first.replace(MARK, '')}, ${name}, ${state}`
      const place: Neighborhood = { kind: 'neighborhood', label, city: name, state, lat: Number(lat), lon: Number(lon) }
      for (const entry of [first, ...(otherNames?.split(', ') ?? [])]) add(city, place, entry, false)
    }
  }
  for (const { place, names } of wellKnownNeighborhoods()) {
    const id = `${townKey(place.city)} ${place.state}`
    const city = cities.get(id) ?? { name: place.city, state: place.state, needsState: true, byKey: new Map() }
    cities.set(id, city)
    for (const entry of names) add(city, place, entry, true)
  }
  return { byName, cities: byEveryName(cities) }
}

function byEveryName(cities: ReadonlyMap<string, City>): Table['cities'] {
  const named = new Map<string, City[]>()
  const aliases = Map.groupBy(placeAliases, ([, { town, state }]) => `${town} ${state}`)
  for (const [id, city] of cities) {
    const otherNames = (aliases.get(id) ?? []).map(([alias]) => alias)
    for (const key of new Set([townKey(city.name), ...otherNames, ...(isInNewYork(city) ? NEW_YORK : [])]))
      named.set(key, [...(named.get(key) ?? []), city])
  }
  return named
}

// The boroughs are towns of their own.
const NEW_YORK = ['nyc', 'newyork', 'newyorkcity']
const isInNewYork = ({ name, state }: City) =>
  state === 'NY' && ['New York', 'Bronx', 'Brooklyn', 'Queens', 'Staten Island'].includes(name)
