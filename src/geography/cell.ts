import { type Box, boxAround, milesToBox, type Point } from './great-circle.ts'

const CELLS_PER_DEGREE = 4
const COLUMNS = 360 * CELLS_PER_DEGREE

/** The number of the cell that contains a point. A cell is 0.25 degrees wide and high. Coverage is recorded by cell. */
export const cellOf = (lat: number, lon: number): number =>
  Math.floor((lat + 90) * CELLS_PER_DEGREE) * COLUMNS + Math.floor((lon + 180) * CELLS_PER_DEGREE)

export function cellsOfBox(box: Box): number[] {
  const cells: number[] = []
  const first = cellOf(box.south, box.west)
  const columns = Math.floor((box.east + 180) * CELLS_PER_DEGREE) - Math.floor((box.west + 180) * CELLS_PER_DEGREE)
  const rows = Math.floor((box.north + 90) * CELLS_PER_DEGREE) - Math.floor((box.south + 90) * CELLS_PER_DEGREE)
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) cells.push(first + row * COLUMNS + column)
  return cells
}

export function cellBox(cell: number): Box {
  const south = Math.floor(cell / COLUMNS) / CELLS_PER_DEGREE - 90
  const west = (cell % COLUMNS) / CELLS_PER_DEGREE - 180
  return { south, north: south + 1 / CELLS_PER_DEGREE, west, east: west + 1 / CELLS_PER_DEGREE }
}

/** All cells with a point within `radiusMiles`, including cells across the date line. */
export const cellsInCircle = (center: Point, radiusMiles: number): number[] =>
  cellsOfBox(boxAround(center, radiusMiles)).filter(cell => milesToBox(center, cellBox(cell)) <= radiusMiles)
