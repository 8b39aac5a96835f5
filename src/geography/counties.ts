import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Box, distanceMiles, isInBox, type Point, widenedBox } from './great-circle.ts'

/** A closed line, in degrees: longitude and latitude of each corner in turn. */
type Ring = Float64Array
export type County = {
  /** Five digits. */
  fips: string
  /** With its kind: "Cook County", "Orleans Parish". */
  name: string
  /** USPS code. */
  state: string
  box: Box
  /** The first ring of a polygon is its outline, the others are holes. */
  polygons: Ring[][]
}

type File = {
  scale: [number, number]
  translate: [number, number]
  counties: [fips: string, state: string, name: string, polygons: number[][][]][]
  arcs: [number, number][][]
}

type Counties = {
  all: readonly County[]
  byFips: ReadonlyMap<string, County>
  /** By the number of a row (see `rowOf`): the counties that touch it. A map of all cells would take 12 MB. */
  byRow: ReadonlyMap<number, readonly { around: Box; county: County }[]>
}
let counties: Counties | undefined

const loaded = (): Counties => (counties ??= readCounties())

export const allCounties = (): readonly County[] => loaded().all

/** Throws for an unknown FIPS code. */
export function countyOfFips(fips: string): County {
  const county = loaded().byFips.get(fips)
  if (county === undefined) throw new Error(`There is no county ${fips}`)
  return county
}

/** The outlines are simplified: real places are up to 0.34 miles off the shore. */
const MILES_OFF_SHORE = 0.35
/** At least `MILES_OFF_SHORE`, everywhere in the country. */
const DEGREES_OFF_SHORE = 0.02

const ROWS_PER_DEGREE = 8
const rowOf = (lat: number): number => Math.floor(lat * ROWS_PER_DEGREE)

/** The first county at the point, or near it, for which the test holds. */
const findAround = (point: Point, holds: (county: County) => boolean): County | undefined =>
  loaded()
    .byRow.get(rowOf(point.lat))
    ?.find(({ around, county }) => isInBox(point, around) && holds(county))?.county

/** The county at a point; null at sea and abroad. */
export const countyAt = (point: Point): County | null => findAround(point, county => isInCounty(county, point)) ?? null

/** The borders of the country. A point near them, but not inside, may be on the shore, or just across the border. */
export const usBorders = {
  isInside: (point: Point): boolean => countyAt(point) !== null,
  isNear: (point: Point): boolean =>
    findAround(point, ({ polygons }) =>
      polygons.some(([outline]) => outline !== undefined && isNearLine(outline, point)),
    ) !== undefined,
}

function isNearLine(line: Ring, point: Point): boolean {
  for (let at = 2; at < line.length; at += 2)
    if (distanceMiles(point, nearestOnSide(line, at, point)) <= MILES_OFF_SHORE) return true
  return false
}

/** The nearest point of the side that ends with this corner. The earth counts as flat, which is exact enough here. */
function nearestOnSide(line: Ring, at: number, { lat, lon }: Point): Point {
  const [x1 = 0, y1 = 0] = [line[at - 2], line[at - 1]]
  const [x2 = 0, y2 = 0] = [line[at], line[at + 1]]
  const width = Math.cos((lat * Math.PI) / 180)
  const [dx, dy] = [(x2 - x1) * width, y2 - y1]
  const share = ((lon - x1) * width * dx + (lat - y1) * dy) / (dx * dx + dy * dy || 1)
  const part = Math.min(1, Math.max(0, share))
  return { lat: y1 + part * dy, lon: x1 + part * (x2 - x1) }
}

export const isInCounty = ({ polygons }: County, point: Point): boolean =>
  polygons.some(([outline, ...holes]) => isInRing(outline, point) && !holes.some(hole => isInRing(hole, point)))

/** Counts the sides that a line to the east crosses. */
export function isInRing(ring: ArrayLike<number> | undefined, { lat, lon }: Point): boolean {
  if (ring === undefined) return false
  let isInside = false
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const [x1 = 0, y1 = 0] = [ring[at], ring[at + 1]]
    const [x2 = 0, y2 = 0] = [ring[before], ring[before + 1]]
    if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) isInside = !isInside
  }
  return isInside
}

function readCounties(): Counties {
  const file = JSON.parse(readFileSync(path.join(import.meta.dirname, 'counties.json'), 'utf8')) as File
  const arcs = file.arcs.map(arc => pointsOf(arc, file))
  const all = file.counties.map(([fips, state, name, polygons]): County => {
    const rings = polygons.map(polygon => polygon.map(parts => ringOf(parts, arcs)))
    return { fips, state, name, polygons: rings, box: boxOf(rings.flatMap(([outline]) => outline ?? [])) }
  })
  const byRow = new Map<number, { around: Box; county: County }[]>()
  for (const county of all) {
    const around = widenedBox(county.box, DEGREES_OFF_SHORE)
    for (let row = rowOf(around.south); row <= rowOf(around.north); row++)
      byRow.getOrInsertComputed(row, () => []).push({ around, county })
  }
  return { all, byFips: new Map(all.map(county => [county.fips, county])), byRow }
}

// Each point is stored as its distance from the one before, in steps of the scale.
function pointsOf(arc: File['arcs'][number], { scale, translate }: File): [number, number][] {
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
}

// A negative number is an arc in reverse. The first point of an arc repeats the last one of the arc before it.
function ringOf(parts: readonly number[], arcs: readonly [number, number][][]): Ring {
  const points = parts.flatMap((part, position) => {
    const arc = part < 0 ? (arcs[~part] ?? []).toReversed() : (arcs[part] ?? [])
    return position === 0 ? arc : arc.slice(1)
  })
  return Float64Array.from(points.flat())
}

/** The box around a closed line, in the form of a `Ring`. */
export const boxOfRing = (ring: ArrayLike<number>): Box => boxOf([ring])

function boxOf(outlines: readonly ArrayLike<number>[]): Box {
  const box = { south: 90, north: -90, west: 180, east: -180 }
  for (const outline of outlines)
    for (let at = 0; at < outline.length; at += 2) {
      const [lon = 0, lat = 0] = [outline[at], outline[at + 1]]
      box.south = Math.min(box.south, lat)
      box.north = Math.max(box.north, lat)
      box.west = Math.min(box.west, lon)
      box.east = Math.max(box.east, lon)
    }
  return box
}
