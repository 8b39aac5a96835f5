import { parquetMetadata } from 'hyparquet'
import type { Gazetteer, Town } from '#server/catalog/gazetteer/gazetteer.ts'
import { distanceMiles, type Point } from '#server/catalog/place/great-circle.ts'
import { overtureColumns } from '#server/catalog/readers/overture-row.ts'
import { pathsOf } from '#server/catalog/readers/parquet-columns.ts'
import { overtureFile, type TestPlace } from '#tests/support/overture-file.ts'
import { makeBigCatalog } from './big-catalog.ts'
import { normal, randomOf } from './random.ts'

/** A release with Overture's layout: 16 files, zstd, row groups of 20,000 rows, sorted by position. */
export type LifelikeRelease = {
  files: ArrayBuffer[]
  rows: number
  groups: number
  footerBytes: number
  /** How many of its places are wanted. */
  count: (isWanted: (point: Point) => boolean) => number
  /** Bytes of the columns that we read, with the position, in the row groups that have a wanted place. */
  leastBytes: (isWanted: (point: Point) => boolean) => number
}

const FILES = 16
const GROUP_ROWS = 20_000
/** 15 million places for 335 million people. */
const PLACES_PER_PERSON = 0.045
const DENSE_MILES = 50
/**
 * Elsewhere, row groups have fewer rows, which keeps the release small. There are as many as in a real one: 750 for the
 * United States and 3,000 for other countries.
 */
const THIN = { rows: 150_000, weight: 100 }
const FOREIGN = { rows: 60_000, weight: 1000 }

type Row = Point & { weight: number; town: string; state: string; country: string }
type Group = { file: number; index: number; points: Point[] }

/** Generates a release that is as dense as a real one around these points. `thin`: the rest of the country. */
export function lifelikeRelease(
  gazetteer: Gazetteer,
  around: readonly Point[],
  thin: { rows: number; weight: number } = THIN,
): LifelikeRelease {
  const random = randomOf(11)
  const isDense = (point: Point) => around.some(center => distanceMiles(center, point) <= DENSE_MILES)
  const rows = [
    ...gazetteer.towns.filter(isDense).flatMap(town => denseRows(town, random)),
    ...thinRows(gazetteer, isDense, thin),
    ...Array.from({ length: FOREIGN.rows }, (): Row => {
      const point = { lat: 36 + random() * 24, lon: -9 + random() * 39 }
      return { ...point, weight: FOREIGN.weight, town: 'Town', state: 'XX', country: 'DE' }
    }),
  ]
  const sorted = rows
    .map(row => ({ row, order: zOrder(row) }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ row }) => row)
  const sizes = groupSizes(sorted)
  const perFile = Math.ceil(sizes.length / FILES)
  const groups: Group[] = []
  const files: ArrayBuffer[] = []
  let from = 0
  for (let file = 0; file < FILES; file++) {
    const ofFile = sizes.slice(file * perFile, (file + 1) * perFile)
    const places: TestPlace[] = []
    for (const [index, size] of ofFile.entries()) {
      const some = sorted.slice(from, (from += size))
      groups.push({ file, index, points: some.map(({ lat, lon }) => ({ lat, lon })) })
      places.push(...some.map(row => placeOf(row, random)))
    }
    files.push(overtureFile(places, { rowGroupSize: ofFile, isZstd: true, hasFloatBox: true }))
  }
  const footers = files.map(file => parquetMetadata(file))
  const read = footers.map(footer => pathsOf(footer, [...overtureColumns, 'bbox']))
  return {
    files,
    rows: rows.length,
    groups: groups.length,
    footerBytes: footers.reduce((sum, { metadata_length }) => sum + metadata_length, 0),
    count: isWanted => groups.reduce((sum, { points }) => sum + points.filter(isWanted).length, 0),
    leastBytes: isNeeded =>
      groups
        .filter(({ points }) => points.some(isNeeded))
        .flatMap(({ file, index }) =>
          (footers[file]?.row_groups[index]?.columns ?? []).filter(
            ({ meta_data }) => read[file]?.has(meta_data?.path_in_schema.join('.') ?? '') === true,
          ),
        )
        .reduce((sum, { meta_data }) => sum + Number(meta_data?.total_compressed_size ?? 0), 0),
  }
}

const denseRows = (town: Town, random: () => number): Row[] =>
  Array.from({ length: Math.round(town.population * PLACES_PER_PERSON) }, () => {
    const spread = 0.01 + Math.sqrt(town.population) / 12_000
    const point = { lat: town.lat + normal(random) * spread, lon: town.lon + normal(random) * spread }
    return { ...point, weight: 1, town: town.name, state: town.state, country: 'US' }
  })

function thinRows(gazetteer: Gazetteer, isDense: (point: Point) => boolean, thin: typeof THIN): Row[] {
  const { lat, lon, state } = makeBigCatalog(gazetteer, thin.rows)
  const rows = Array.from(state, (code, i): Row => {
    const point = { lat: lat[i] ?? 0, lon: lon[i] ?? 0 }
    return { ...point, weight: thin.weight, town: 'Springfield', state: code, country: 'US' }
  })
  return rows.filter(row => !isDense(row))
}

function groupSizes(rows: readonly Row[]): number[] {
  const sizes = [0]
  let weight = 0
  for (const row of rows) {
    if (weight >= GROUP_ROWS) {
      sizes.push(0)
      weight = 0
    }
    weight += row.weight
    sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + 1
  }
  return sizes
}

/** The position on a Z-order curve, by which files of places are usually sorted. */
function zOrder({ lat, lon }: Point): number {
  const x = Math.floor(((lon + 180) / 360) * 2 ** 20)
  const y = Math.floor(((lat + 90) / 180) * 2 ** 20)
  let order = 0
  for (let bit = 19; bit >= 0; bit--) order = order * 4 + (((y >> bit) & 1) * 2 + ((x >> bit) & 1))
  return order
}

const categories = ['restaurant', 'dentist', 'plumbing', 'hair_salon', 'coffee_shop', 'auto_repair', 'lawyer', 'gym']
const streets = ['Main St', 'Oak Ave', 'Pearl St', 'Broadway', 'Canyon Blvd', 'Elm St', 'Arapahoe Rd', 'Walnut St']
const trades = ['Kitchen', 'Grill', 'Studio', 'Services', 'Group', 'Center', 'Shop', 'Partners']

function placeOf({ lat, lon, town, state, country }: Row, random: () => number): TestPlace {
  const digits = (count: number) => Math.floor(random() * 10 ** count)
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? ''
  const word = digits(10).toString(36)
  const category = pick(categories)
  return {
    id: `${digits(12).toString(16)}-${digits(12).toString(16)}`,
    name: `${word} ${town} ${pick(trades)}`,
    lat,
    lon,
    category,
    hierarchy: ['services_and_business', category],
    confidence: 0.5 + random() / 2,
    websites: random() < 0.7 ? [`https://www.${word}.com/`] : null,
    socials: random() < 0.6 ? [`https://www.facebook.com/${digits(15)}`] : null,
    phones: random() < 0.9 ? [`+1${2_000_000_000 + digits(9)}`] : null,
    street: `${digits(5)} ${pick(streets)}`,
    city: town,
    region: state,
    zip: String(digits(5)).padStart(5, '0'),
    country,
    record: String(digits(15)),
  }
}
