import { plainWords, townKey } from './town-key.ts'

export type Town = {
  name: string
  /** USPS code. */
  state: string
  /** Degrees, WGS 84. From the city list, or else the median of the town's ZIPs. */
  lat: number
  lon: number
  /** 0 if unknown. */
  population: number
  zips: string[]
}

export type Zip = {
  /** Five digits. */
  zip: string
  city: string
  /** USPS code. */
  state: string
  lat: number
  lon: number
}

export type Gazetteer = {
  towns: readonly Town[]
  zips: ReadonlyMap<string, Zip>
  /** Towns by `townKey`, largest first; one per name and state. */
  townsByKey: ReadonlyMap<string, readonly Town[]>
  /** The `townKey` of each city of at least 50,000 people in another country. */
  citiesAbroad: ReadonlySet<string>
}

/** The ZIP's town and point. Also accepts ZIP+4 ("80302-1234"). Null if the ZIP is unknown. */
export const zipInfo = (gazetteer: Gazetteer, zip: string): Zip | null =>
  gazetteer.zips.get(/^\s*(\d{5})(?:[- ]?\d{4})?\s*$/.exec(zip)?.[1] ?? '') ?? null

/** The town with this name, in any spelling, in a state (USPS code), or the largest one anywhere; null if there is none. */
export const findTown = (gazetteer: Gazetteer, name: string, state: string | null): Town | null =>
  state === null ? (gazetteer.townsByKey.get(townKey(name))?.[0] ?? null) : townInState(gazetteer, townKey(name), state)

export const townInState = (gazetteer: Gazetteer, key: string, state: string): Town | null =>
  gazetteer.townsByKey.get(key)?.find(town => town.state === state) ?? null

/** The town's usual spelling ("BOULDER" is "Boulder"). Names that the gazetteer lacks are capitalized. */
export function townSpelling(gazetteer: Gazetteer, city: string, state: string | null): string {
  return findTown(gazetteer, city, state)?.name ?? capitalized(city)
}

function capitalized(city: string): string {
  const name = city.trim().replaceAll(/\s+/g, ' ')
  const isShouted = name === name.toUpperCase() || name === name.toLowerCase()
  if (!isShouted || plainWords(name).length === 0) return name
  return name.toLowerCase().replaceAll(/(?<![\p{L}\p{M}'’])\p{L}/gu, letter => letter.toUpperCase())
}
