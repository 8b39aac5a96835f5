import {
  type Box,
  boxAround,
  boxOfRing,
  cellBox,
  cellOf,
  cellsInCircle,
  cellsOfBox,
  countyOfFips,
  isInCounty,
  isInRing,
  type Point,
} from '#geography/index.ts'
import type { Area } from '#server/catalog/place/area.ts'

/** Cells with the point of a ZIP code or town, and these points. Empty desert or sea does not count as "not loaded". */
export type PopulatedCells = {
  cells: ReadonlySet<number>
  points: ReadonlyMap<number, readonly Point[]>
  byState: ReadonlyMap<string, ReadonlySet<number>>
}

/** Null for a state, which is known by its places alone. */
export function boxOfArea(area: Area): Box | null {
  if ('state' in area) return null
  if ('county' in area) return countyOfFips(area.county).box
  if ('polygon' in area) return boxOfRing(area.polygon)
  return boxAround(area, 'zip' in area ? MAX_MILES_OF_ZIP : area.radiusMiles)
}

/** From the middle of a ZIP code to its most distant businesses, and to all but one in seventy. */
const MAX_MILES_OF_ZIP = 30
const MILES_OF_ZIP = 5

/** The cells of an area: of a circle or ZIP, all that it touches; of a county or state, those with a town or ZIP in it. */
export function cellsOfArea(area: Area, populated: PopulatedCells): number[] {
  if ('state' in area) return [...(populated.byState.get(area.state) ?? [])]
  if ('county' in area) return cellsOfCounty(area.county, populated)
  if ('polygon' in area) return cellsOfPolygon(area.polygon, populated)
  return cellsInCircle(area, 'zip' in area ? MILES_OF_ZIP : area.radiusMiles)
}

/** Every cell that an area touches, also where nobody lives. A state's are found by its towns and ZIPs. */
export function wholeCellsOfArea(area: Area, populated: PopulatedCells): number[] {
  if ('state' in area) return withNeighbors(cellsOfArea(area, populated))
  if ('county' in area) return cellsOfBox(countyOfFips(area.county).box)
  return 'polygon' in area ? cellsOfBox(boxOfRing(area.polygon)) : cellsOfArea(area, populated)
}

/** Businesses can be just beyond the last cell with a town. */
export function withNeighbors(cells: readonly number[]): number[] {
  const all = new Set<number>()
  for (const cell of cells) {
    const { south, north, west, east } = cellBox(cell)
    const around = { south: south - 0.01, north: north + 0.01, west: west - 0.01, east: east + 0.01 }
    for (const near of cellsOfBox(around)) all.add(near)
  }
  return [...all].toSorted((a, b) => a - b)
}

/** Those of the corners, too: the area may be smaller than a ZIP. */
function cellsOfPolygon(polygon: readonly number[], populated: PopulatedCells): number[] {
  const corners = polygon.flatMap((lon, at) => (at % 2 === 0 ? cellOf(polygon[at + 1] ?? 0, lon) : []))
  return [...corners, ...cellsInside(boxOfRing(polygon), populated, point => isInRing(polygon, point))]
}

function cellsOfCounty(fips: string, populated: PopulatedCells): number[] {
  const county = countyOfFips(fips)
  return cellsInside(county.box, populated, point => isInCounty(county, point))
}

/** The cells with a town or ZIP inside of an area. All cells of its box if there is none. */
function cellsInside(box: Box, { points }: PopulatedCells, isInside: (point: Point) => boolean): number[] {
  const cells = cellsOfBox(box)
  const inside = cells.filter(cell => points.get(cell)?.some(isInside))
  return inside.length > 0 ? inside : cells
}
