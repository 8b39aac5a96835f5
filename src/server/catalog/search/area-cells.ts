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

/** From the middle of a ZIP code to its most distant businesses. */
const MAX_MILES_OF_ZIP = 30

/** The cells of an area: of a circle, all that it touches; of a county or state, those with a town or ZIP in it. */
export function cellsOfArea(area: Area, populated: PopulatedCells): number[] {
  if ('state' in area) return [...(populated.byState.get(area.state) ?? [])]
  if ('county' in area) return cellsOfCounty(area.county, populated)
  if ('polygon' in area) return cellsOfPolygon(area.polygon, populated)
  return 'zip' in area ? [cellOf(area.lat, area.lon)] : cellsInCircle(area, area.radiusMiles)
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

function cellsOfPolygon(polygon: readonly number[], { points }: PopulatedCells): number[] {
  return cellsOfBox(boxOfRing(polygon)).filter(cell => points.get(cell)?.some(point => isInRing(polygon, point)))
}

function cellsOfCounty(fips: string, { points }: PopulatedCells): number[] {
  const county = countyOfFips(fips)
  return cellsOfBox(county.box).filter(cell => points.get(cell)?.some(point => isInCounty(county, point)))
}
