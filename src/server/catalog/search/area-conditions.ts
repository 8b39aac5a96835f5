import { boxOfRing, type County, countyOfFips } from '#server/catalog/gazetteer/counties.ts'
import type { Area, Circle } from '#server/catalog/place/area.ts'
import { cellsOfBox } from '#server/catalog/place/cell.ts'
import { type Box, boxAround, boxAroundAll, EARTH_RADIUS_MILES } from '#server/catalog/place/great-circle.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { boxOfArea } from './area-cells.ts'
import type { Bind } from './statement.ts'

/**
 * Limits a name search to the cells of the area, because a common name exists all over the country. A state has its own
 * index.
 */
export function inCells({ where }: SearchPlan, bind: Bind): string {
  const boxes = where.anyOf.flatMap(area => boxOfArea(area) ?? [])
  if (boxes.length < where.anyOf.length) return ''
  return `AND p.cell = ANY(${bind([...new Set(boxes.flatMap(cellsOfBox))])}::int[])`
}

/** With several areas, the box around all of them comes first: a covering index has latitude after the category. */
export function inArea({ where: { anyOf } }: SearchPlan, row: string, bind: Bind): string {
  const conditions = [...inZips(anyOf, row, bind), ...anyOf.flatMap(area => inOneArea(area, row, bind) ?? [])]
  const [only] = conditions
  if (only !== undefined && conditions.length === 1) return only
  const boxes = anyOf.flatMap(area => boxOfArea(area) ?? [])
  const around = boxes.length === anyOf.length ? [inBox(boxAroundAll(boxes), row, bind)] : []
  return [...around, `(${conditions.map(condition => `(${condition})`).join(' OR ')})`].join(' AND ')
}

/** All ZIP codes as one condition. The covering index has no ZIP, so the place itself is looked up. */
function inZips(anyOf: readonly Area[], row: string, bind: Bind): string[] {
  const zips = anyOf.filter(area => 'zip' in area)
  if (zips.length === 0) return []
  const box = boxAroundAll(zips.flatMap(area => boxOfArea(area) ?? []))
  const id = row === 'c' ? 'c.place_id' : `${row}.id`
  const inZip = `EXISTS (SELECT FROM place z WHERE z.id = ${id} AND z.zip = ANY(${bind(zips.map(({ zip }) => zip))}::text[]))`
  return [`${inBox(box, row, bind)} AND ${inZip}`]
}

const inBox = ({ south, north, west, east }: Box, row: string, bind: Bind): string =>
  `${row}.lat BETWEEN ${bind(south)} AND ${bind(north)} AND ${row}.lon BETWEEN ${bind(west)} AND ${bind(east)}`

/** Null for a ZIP code; see `inZips`. */
function inOneArea(area: Area, row: string, bind: Bind): string | null {
  if ('zip' in area) return null
  if ('state' in area) return `${row}.state = ${bind(area.state)}`
  if ('county' in area) return inCounty(countyOfFips(area.county), row, bind)
  if ('polygon' in area) return `${inBox(boxOfRing(area.polygon), row, bind)} AND ${inRing(area.polygon, row, bind)}`
  return inCircle(area, row, bind)
}

/**
 * PostgreSQL takes coordinates for equal that differ by less than 0.000001. In degrees, it then counts the corners on a
 * place's latitude wrong, so both are enlarged.
 */
const ENLARGED = 10_000

const inRing = (ring: ArrayLike<number>, row: string, bind: Bind): string =>
  `point(${row}.lon * ${ENLARGED}, ${row}.lat * ${ENLARGED}) <@ ${bind(polygonText(ring))}::polygon`

function inCounty({ box, polygons }: County, row: string, bind: Bind): string {
  const parts = polygons.map(([outline, ...holes]) =>
    outline === undefined
      ? 'false'
      : [inRing(outline, row, bind), ...holes.map(hole => `NOT ${inRing(hole, row, bind)}`)].join(' AND '),
  )
  return `${inBox(box, row, bind)}
    AND (${parts.join(' OR ')})`
}

function polygonText(ring: ArrayLike<number>): string {
  const corners: string[] = []
  for (let at = 0; at < ring.length; at += 2)
    corners.push(`(${(ring[at] ?? 0) * ENLARGED},${(ring[at + 1] ?? 0) * ENLARGED})`)
  return `(${corners.join(',')})`
}

function inCircle(circle: Circle, row: string, bind: Bind): string {
  const box = boxAround(circle, circle.radiusMiles)
  const lat = bind(circle.lat)
  const lon = bind(circle.lon)
  const cosLat = bind(Math.cos((circle.lat * Math.PI) / 180))
  const limit = bind(2 * Math.sin(circle.radiusMiles / (2 * EARTH_RADIUS_MILES)) ** 2)
  return `${inBox(box, row, bind)}
    AND (1 - cos(radians(${row}.lat - ${lat}::float8)))
      + ${cosLat}::float8 * cos(radians(${row}.lat)) * (1 - cos(radians(${row}.lon - ${lon}::float8))) <= ${limit}::float8`
}
