import { plainWords, townKey } from './town-key.ts'

export type Town = {
  name: string
  /** USPS code. */
  state: string
  /** Degrees, WGS 84: from the list of cities, else the median of the town's ZIPs. */
  lat: number
  lon: number
  /** 0 where unknown. */
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
  /** Towns by `townKey`, the largest first; one of a name in each state. */
  townsByKey: ReadonlyMap<string, readonly Town[]>
}

/** The ZIP's town and point. Takes ZIP+4 as well ("80302-1234"); null for anything that is no known ZIP. */
export const zipInfo = (gazetteer: Gazetteer, zip: string): Zip | null =>
  gazetteer.zips.get(/^\s*(\d{5})(?:[- ]?\d{4})?\s*$/.exec(zip)?.[1] ?? '') ?? null

/** The town of that name in a state (USPS code), however it is spelled; null where there is none. */
export const findTown = (gazetteer: Gazetteer, name: string, state: string): Town | null =>
  townInState(gazetteer, townKey(name), state)

export const townInState = (gazetteer: Gazetteer, key: string, state: string): Town | null =>
  gazetteer.townsByKey.get(key)?.find(town => town.state === state) ?? null

/** The town's usual spelling ("BOULDER" is "Boulder"); a name the gazetteer lacks gets capitals at its words. */
export function townSpelling(gazetteer: Gazetteer, city: string, state: string | null): string {
  const key = townKey(city)
  const known = state === null ? gazetteer.townsByKey.get(key)?.[0] : townInState(gazetteer, key, state)
  return known?.name ?? capitalised(city)
}

function capitalised(city: string): string {
  const name = city.trim().replaceAll(/\s+/g, ' ')
  const isShouted = name === name.toUpperCase() || name === name.toLowerCase()
  if (!isShouted || plainWords(name).length === 0) return name
  return name.toLowerCase().replaceAll(/(?<![\p{L}\p{M}'’])\p{L}/gu, letter => letter.toUpperCase())
}
