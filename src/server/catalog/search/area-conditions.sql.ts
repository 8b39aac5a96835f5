import {
  type Box,
  boxAround,
  boxesJoined,
  boxOfRing,
  cellsOfBox,
  countyOfFips,
  EARTH_RADIUS_MILES,
} from '#geography/index.ts'
import type { Area, Circle } from '#server/catalog/place/area.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { boxOfArea } from './area-cells.ts'
import type { Bind } from './statement.ts'

/** Limits a name search to cells of the area: a common name is all over the country. A state has its own index. */
export function inCells({ where }: SearchPlan, bind: Bind): string {
  const boxes = where.anyOf.flatMap(area => boxOfArea(area) ?? [])
  if (boxes.length < where.anyOf.length) return ''
  return `AND p.cell = ANY(${bind([...new Set(boxes.flatMap(cellsOfBox))])}::int[])`
}

/**
 * A condition on a row, here of `place_category` or `place`. With a table, it is the condition for one row `a` of it,
 * and the table has a row for each area of this kind. So a statement has the same text for any number of areas.
 */
export type AreaCondition = { table: { name: string; rows: string } | null; holds: (row: string) => string }

/** A place is in the areas if it meets one of these conditions, and then maybe more of them. */
export function areaConditions({ where: { anyOf } }: SearchPlan, bind: Bind): AreaCondition[] {
  const [only] = anyOf
  if (only !== undefined && anyOf.length === 1 && 'radiusMiles' in only) {
    const values = circleValues(only).map(value => `${bind(value)}::float8`)
    return [{ table: null, holds: row => inCircle(row, values) }]
  }
  return [circles(anyOf, bind), shapes(anyOf, bind), states(anyOf, bind), zips(anyOf, bind)].filter(
    condition => condition !== null,
  )
}

/** One condition for all areas. A covering index cannot use it to find the rows. */
export const inAnyArea = (conditions: readonly AreaCondition[], row: string): string =>
  `(${conditions
    .map(({ table, holds }) =>
      table === null ? holds(row) : `EXISTS (SELECT FROM ${table.name} a WHERE ${holds(row)})`,
    )
    .join(' OR ')})`

/** The expressions of an area's table, in the order of its columns. */
const ofArea = (columns: readonly string[]): string[] => columns.map(column => `a.${column}`)
const boxColumns = ['south', 'north', 'west', 'east']
const circleColumns = [...boxColumns, 'lat', 'lon', 'cos_lat', 'edge']

const boxValues = ({ south, north, west, east }: Box): number[] => [south, north, west, east]

function circleValues(circle: Circle): number[] {
  const edge = 2 * Math.sin(circle.radiusMiles / (2 * EARTH_RADIUS_MILES)) ** 2
  const cosLat = Math.cos((circle.lat * Math.PI) / 180)
  return [...boxValues(boxAround(circle, circle.radiusMiles)), circle.lat, circle.lon, cosLat, edge]
}

function circles(anyOf: readonly Area[], bind: Bind): AreaCondition | null {
  const rows = anyOf.filter(area => 'radiusMiles' in area).map(circleValues)
  if (rows.length === 0) return null
  return {
    table: { name: 'circles', rows: unnested(rows, circleColumns, bind) },
    holds: row => inCircle(row, ofArea(circleColumns)),
  }
}

/** Outlines and counties. Each polygon of a county is a row of its own. */
function shapes(anyOf: readonly Area[], bind: Bind): AreaCondition | null {
  const polygons = anyOf.flatMap((area): ArrayLike<number>[][] => {
    if ('polygon' in area) return [[area.polygon]]
    return 'county' in area ? countyOfFips(area.county).polygons : []
  })
  if (polygons.length === 0) return null
  const boxes = polygons.map(([outline = []]) => boxValues(boxOfRing(outline)))
  const texts = [
    polygons.map(([outline = []]) => polygonText(outline)),
    polygons.map(([_outline, ...holes]) => `{${holes.map(hole => `"${polygonText(hole)}"`).join(',')}}`),
  ].map(values => `${bind(values)}::text[]`)
  return {
    table: {
      name: 'shapes',
      rows: `SELECT ${boxColumns.join(', ')}, outline::polygon, holes::polygon[]
  FROM ${unnest([...columnsOf(boxes, boxColumns, bind), ...texts], [...boxColumns, 'outline', 'holes'])}`,
    },
    holds: row => {
      const point = `point(${row}.lon * ${ENLARGED}, ${row}.lat * ${ENLARGED})`
      return `${inBox(row, ofArea(boxColumns))} AND ${point} <@ a.outline AND NOT ${point} <@ ANY(a.holes)`
    },
  }
}

function states(anyOf: readonly Area[], bind: Bind): AreaCondition | null {
  const codes = anyOf.flatMap(area => ('state' in area ? area.state : []))
  if (codes.length === 0) return null
  const value = bind(codes)
  return { table: null, holds: row => `${row}.state = ANY(${value}::bpchar[])` }
}

/** The covering index has no ZIP, so the places around the ZIP codes are looked up, each once. */
function zips(anyOf: readonly Area[], bind: Bind): AreaCondition | null {
  const areas = anyOf.filter(area => 'zip' in area)
  if (areas.length === 0) return null
  const boxes = boxesJoined(areas.flatMap(area => boxOfArea(area) ?? [])).map(boxValues)
  const codes = bind(areas.map(({ zip }) => zip))
  return {
    table: { name: 'zips', rows: unnested(boxes, boxColumns, bind) },
    holds: row => {
      const id = row === 'c' ? 'c.place_id' : `${row}.id`
      return `${inBox(row, ofArea(boxColumns))} AND EXISTS (SELECT FROM place z WHERE z.id = ${id} AND z.zip = ANY(${codes}::text[]))`
    },
  }
}

const columnsOf = (rows: readonly number[][], columns: readonly string[], bind: Bind): string[] =>
  columns.map((_, index) => `${bind(rows.map(row => row[index]))}::float8[]`)

const unnest = (values: readonly string[], columns: readonly string[]): string =>
  `unnest(${values.join(', ')}) AS a (${columns.join(', ')})`

const unnested = (rows: readonly number[][], columns: readonly string[], bind: Bind): string =>
  `SELECT * FROM ${unnest(columnsOf(rows, columns, bind), columns)}`

const inBox = (row: string, [south, north, west, east]: readonly string[]): string =>
  `${row}.lat BETWEEN ${south} AND ${north} AND ${row}.lon BETWEEN ${west} AND ${east}`

function inCircle(row: string, [south, north, west, east, lat, lon, cosLat, edge]: readonly string[]): string {
  const box = [south, north, west, east].map(String)
  return `${inBox(row, box)}
    AND (1 - cos(radians(${row}.lat - ${lat})))
      + ${cosLat} * cos(radians(${row}.lat)) * (1 - cos(radians(${row}.lon - ${lon}))) <= ${edge}`
}

/**
 * PostgreSQL takes coordinates for equal that differ by less than 0.000001. In degrees, it then counts the corners on a
 * place's latitude wrong, so both are enlarged.
 */
const ENLARGED = 10_000

function polygonText(ring: ArrayLike<number>): string {
  const corners: string[] = []
  for (let at = 0; at < ring.length; at += 2)
    corners.push(`(${(ring[at] ?? 0) * ENLARGED},${(ring[at + 1] ?? 0) * ENLARGED})`)
  return `(${corners.join(',')})`
}
