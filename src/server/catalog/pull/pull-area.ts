import type { Area } from '#server/catalog/place/area.ts'
import { cellBox, cellsInCircle, cellsOfBox } from '#server/catalog/place/cell.ts'
import type { Box, Point } from '#server/catalog/place/great-circle.ts'
import { cellsOfArea, type PopulatedCells } from '#server/catalog/search/area-cells.ts'

/** The area to load, in whole cells, so that every cell belongs to one release completely. */
export type PullArea = { label: string; cells: number[] }

export const areaAround = (label: string, center: Point, miles: number): PullArea => ({
  label: `${miles} miles around ${label}`,
  cells: cellsInCircle(center, miles),
})

/** A state's populated cells and their neighbors, because businesses can be just beyond the last populated cell. */
export function areaOfState(label: string, state: string, populated: PopulatedCells): PullArea {
  const cells = new Set<number>()
  for (const cell of populated.byState.get(state) ?? []) {
    const { south, north, west, east } = cellBox(cell)
    const around = { south: south - 0.01, north: north + 0.01, west: west - 0.01, east: east + 0.01 }
    for (const near of cellsOfBox(around)) cells.add(near)
  }
  return { label, cells: [...cells].toSorted((a, b) => a - b) }
}

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
