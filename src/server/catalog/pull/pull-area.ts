import { type Box, cellBox, cellsInCircle, distanceMiles, middleOf, type Point } from '#geography/index.ts'
import type { Area } from '#server/catalog/place/area.ts'
import { cellsOfArea, type PopulatedCells, withNeighbors } from '#server/catalog/search/area-cells.ts'

/** The area to load. It consists of whole cells, so that each cell has places of a single release. */
export type PullArea = { label: string; cells: number[] }

export const areaAround = (label: string, center: Point, miles: number): PullArea => ({
  label: `${miles} miles around ${label}`,
  cells: cellsInCircle(center, miles),
})

export const areaOfState = (label: string, state: string, populated: PopulatedCells): PullArea => ({
  label,
  cells: withNeighbors(cellsOfArea({ state }, populated)),
})

/** All cells of some counties or of a region. */
export const areaOfParts = (label: string, areas: readonly Area[], populated: PopulatedCells): PullArea => ({
  label,
  cells: [...new Set(areas.flatMap(area => cellsOfArea(area, populated)))].toSorted((a, b) => a - b),
})

/**
 * Divides cells into steps, beginning with the cells in the middle. A step has at most `rowsPerStep` rows, unless a
 * single cell has more. Cells without rows never make a step of their own.
 */
export function stepsOf(
  cells: readonly number[],
  rowsByCell: ReadonlyMap<number, number>,
  rowsPerStep: number,
): number[][] {
  const steps: number[][] = [[]]
  let rows = 0
  for (const cell of nearestFirst(cells)) {
    const ofCell = rowsByCell.get(cell) ?? 0
    if (rows > 0 && ofCell > 0 && rows + ofCell > rowsPerStep) {
      steps.push([])
      rows = 0
    }
    steps.at(-1)?.push(cell)
    rows += ofCell
  }
  return steps
}

/** The cells, ordered by their distance from the middle of the area. */
export function nearestFirst(cells: readonly number[]): number[] {
  const middle = middleOf(boxOfCells(cells))
  const milesTo = (cell: number) => distanceMiles(middle, middleOf(cellBox(cell)))
  return cells.toSorted((a, b) => milesTo(a) - milesTo(b))
}

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
