import type { Area } from '#server/catalog/place/area.ts'
import { cellBox, cellsInCircle } from '#server/catalog/place/cell.ts'
import type { Box, Point } from '#server/catalog/place/great-circle.ts'
import { cellsOfArea, type PopulatedCells, withNeighbors } from '#server/catalog/search/area-cells.ts'

/** The area to load, in whole cells, so that every cell belongs to one release completely. */
export type PullArea = { label: string; cells: number[] }

export const areaAround = (label: string, center: Point, miles: number): PullArea => ({
  label: `${miles} miles around ${label}`,
  cells: cellsInCircle(center, miles),
})

/** A state's populated cells and their neighbors. */
export const areaOfState = (label: string, state: string, populated: PopulatedCells): PullArea => ({
  label,
  cells: withNeighbors(cellsOfArea({ state }, populated)),
})

/** Every cell of counties or of a region. */
export const areaOfParts = (label: string, areas: readonly Area[], populated: PopulatedCells): PullArea => ({
  label,
  cells: [...new Set(areas.flatMap(area => cellsOfArea(area, populated)))].toSorted((a, b) => a - b),
})

/** The bounding box of all cells. */
export function boxOfCells(cells: readonly number[]): Box {
  const box = { south: 90, north: -90, west: 180, east: -180 }
  for (const cell of cells) {
    const { south, north, west, east } = cellBox(cell)
    box.south = Math.min(box.south, south)
    box.north = Math.max(box.north, north)
    box.west = Math.min(box.west, west)
    box.east = Math.max(box.east, east)
  }
  return box
}
