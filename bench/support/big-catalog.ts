import { cellOf, type Gazetteer, type Town } from '#geography/index.ts'
import { normal, pickerOf, randomOf } from './random.ts'

export const CATEGORIES = 400

/** Places as parallel arrays. The database is loaded from them, and the in-memory reference searches them. */
export type BigCatalog = {
  count: number
  lat: Float64Array
  lon: Float64Array
  quality: Uint8Array
  /** Main category and one more (0 means none), as ids from 1 to CATEGORIES. */
  category: Uint16Array
  secondCategory: Uint16Array
  /** 0 means none. Every eleventh place shares its number with another one. */
  phone: Float64Array
  hasWebsite: Uint8Array
  state: string[]
}

/**
 * Places around real towns by population, with categories as unevenly distributed as in real data. Sorted by cell, like
 * the files of real sources.
 */
export function makeBigCatalog(gazetteer: Gazetteer, count: number, { sharesPhones = true } = {}): BigCatalog {
  const random = randomOf(1)
  const towns = gazetteer.towns.filter(town => town.population > 0)
  const town = pickerOf(
    towns.map(({ population }) => population ** 0.95),
    random,
  )
  const category = pickerOf(
    Array.from({ length: CATEGORIES }, (_, index) => 1 / (index + 10)),
    random,
  )
  const catalog: BigCatalog = {
    count,
    lat: new Float64Array(count),
    lon: new Float64Array(count),
    quality: new Uint8Array(count),
    category: new Uint16Array(count),
    secondCategory: new Uint16Array(count),
    phone: new Float64Array(count),
    hasWebsite: new Uint8Array(count),
    state: [],
  }
  const homes = Array.from({ length: count }, () => towns[town()]).toSorted((a, b) => townCell(a) - townCell(b))
  for (const [i, home] of homes.entries()) {
    if (home === undefined) throw new Error('no town')
    const spread = 0.01 + Math.sqrt(home.population) / 12_000
    catalog.lat[i] = home.lat + normal(random) * spread
    catalog.lon[i] = home.lon + normal(random) * spread
    catalog.quality[i] = Math.floor(20 + random() * 80)
    catalog.category[i] = category() + 1
    catalog.secondCategory[i] = random() < 0.4 ? category() + 1 : 0
    catalog.phone[i] = sharesPhones && i % 11 === 10 ? (catalog.phone[i - 1] ?? 0) : 12_000_000_000 + i
    catalog.hasWebsite[i] = random() < 0.85 ? 1 : 0
    catalog.state.push(home.state)
  }
  for (let i = 0; i < count; i++) if (catalog.secondCategory[i] === catalog.category[i]) catalog.secondCategory[i] = 0
  return catalog
}

const townCell = (town: Town | undefined): number => (town === undefined ? 0 : cellOf(town.lat, town.lon))
