import { parquetMetadata } from 'hyparquet'
import { distanceMiles, type Gazetteer, type Point, type Town } from '#geography/index.ts'
import { overtureColumns } from '#server/catalog/readers/overture-row.ts'
import { pathsOf } from '#server/catalog/readers/parquet-columns.ts'
import { overtureFileOf, type TestPlace } from '#tests/support/overture-file.ts'
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

/** What many rows have in common. `weight`: for how many rows of a real release one stands. */
type Origin = { weight: number; town: string; state: string; country: string }
/** Rows of a release as parallel arrays: with objects, 15 million of them would not fit into memory. */
type Rows = { count: number; lat: Float64Array; lon: Float64Array; origins: Origin[] }
/** The rows from one position in the order of the file to another. */
type Group = { file: number; index: number; from: number; to: number }

/** Generates a release that is as dense as a real one around these points. `thin`: the rest of the country. */
export function lifelikeRelease(
  gazetteer: Gazetteer,
  around: readonly Point[],
  thin: { rows: number; weight: number } = THIN,
): LifelikeRelease {
  const random = randomOf(11)
  const rows = rowsOf(gazetteer, around, thin, random)
  const order = orderOf(rows)
  const groups = groupsOf(rows, order)
  const files = Array.from({ length: FILES }, (_, file) => {
    const ofFile = groups.filter(group => group.file === file)
    return overtureFileOf(placesOf(rows, order, ofFile, random), { isZstd: true, hasFloatBox: true })
  })
  const footers = files.map(file => parquetMetadata(file))
  const read = footers.map(footer => pathsOf(footer, [...overtureColumns, 'bbox']))
  const countIn = ({ from, to }: Group, isWanted: (point: Point) => boolean) => {
    let count = 0
    for (let position = from; position < to; position++) if (isWanted(pointOf(rows, order[position] ?? 0))) count += 1
    return count
  }
  return {
    files,
    rows: rows.count,
    groups: groups.length,
    footerBytes: footers.reduce((sum, { metadata_length }) => sum + metadata_length, 0),
    count: isWanted => groups.reduce((sum, group) => sum + countIn(group, isWanted), 0),
    leastBytes: isNeeded =>
      groups
        .filter(group => countIn(group, isNeeded) > 0)
        .flatMap(({ file, index }) =>
          (footers[file]?.row_groups[index]?.columns ?? []).filter(
            ({ meta_data }) => read[file]?.has(meta_data?.path_in_schema.join('.') ?? '') === true,
          ),
        )
        .reduce((sum, { meta_data }) => sum + Number(meta_data?.total_compressed_size ?? 0), 0),
  }
}

const pointOf = ({ lat, lon }: Rows, row: number): Point => ({ lat: lat[row] ?? 0, lon: lon[row] ?? 0 })

function rowsOf(gazetteer: Gazetteer, around: readonly Point[], thin: typeof THIN, random: () => number): Rows {
  const isDense = (point: Point) => around.some(center => distanceMiles(center, point) <= DENSE_MILES)
  const dense = gazetteer.towns.filter(isDense)
  const most = dense.reduce((sum, town) => sum + placesIn(town), 0) + thin.rows + FOREIGN.rows
  const rows: Rows = { count: 0, lat: new Float64Array(most), lon: new Float64Array(most), origins: [] }
  const add = ({ lat, lon }: Point, origin: Origin) => {
    rows.lat[rows.count] = lat
    rows.lon[rows.count] = lon
    rows.origins.push(origin)
    rows.count += 1
  }
  for (const town of dense) {
    const spread = 0.01 + Math.sqrt(town.population) / 12_000
    const origin = { weight: 1, town: town.name, state: town.state, country: 'US' }
    for (let i = 0; i < placesIn(town); i++)
      add({ lat: town.lat + normal(random) * spread, lon: town.lon + normal(random) * spread }, origin)
  }
  const { lat, lon, state } = makeBigCatalog(gazetteer, thin.rows)
  const ofStates = new Map(
    state.map(code => [code, { weight: thin.weight, town: 'Springfield', state: code, country: 'US' }]),
  )
  for (const [i, code] of state.entries()) {
    const point = { lat: lat[i] ?? 0, lon: lon[i] ?? 0 }
    const origin = ofStates.get(code)
    if (origin !== undefined && !isDense(point)) add(point, origin)
  }
  const foreign = { weight: FOREIGN.weight, town: 'Town', state: 'XX', country: 'DE' }
  for (let i = 0; i < FOREIGN.rows; i++) add({ lat: 36 + random() * 24, lon: -9 + random() * 39 }, foreign)
  return rows
}

const placesIn = ({ population }: Town): number => Math.round(population * PLACES_PER_PERSON)

/** The rows along a Z-order curve. */
function orderOf(rows: Rows): Uint32Array {
  const places = Float64Array.from({ length: rows.count }, (_, row) => zOrder(pointOf(rows, row)))
  return Uint32Array.from({ length: rows.count }, (_, row) => row).toSorted(
    (a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b,
  )
}

function groupsOf({ count, origins }: Rows, order: Uint32Array): Group[] {
  const starts = [0]
  let weight = 0
  for (let position = 0; position < count; position++) {
    if (weight >= GROUP_ROWS) {
      starts.push(position)
      weight = 0
    }
    weight += origins[order[position] ?? 0]?.weight ?? 0
  }
  const perFile = Math.ceil(starts.length / FILES)
  return starts.map((from, group) => ({
    file: Math.floor(group / perFile),
    index: group % perFile,
    from,
    to: starts[group + 1] ?? count,
  }))
}

/** The places of these row groups, each group when it is written. */
function* placesOf(
  rows: Rows,
  order: Uint32Array,
  groups: readonly Group[],
  random: () => number,
): Iterable<TestPlace[]> {
  for (const { from, to } of groups)
    yield Array.from(order.subarray(from, to), row => {
      const origin = rows.origins[row]
      if (origin === undefined) throw new Error('no row')
      return placeOf(pointOf(rows, row), origin, random)
    })
}

/** The position on the curve by which files of places are usually sorted. */
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

function placeOf({ lat, lon }: Point, { town, state, country }: Origin, random: () => number): TestPlace {
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
