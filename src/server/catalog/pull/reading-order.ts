import { cellBox, middleOf, milesToBox } from '#geography/index.ts'
import { type Extent, isKnown, mayContainPlaceIn } from '#place-files/index.ts'
import { boxOfCells, nearestFirst } from './pull-area.ts'

/** Sorts row groups for reading: the nearest to the middle of the cells comes first. */
export function inReadingOrder<Group extends { extent: Extent }>(
  groups: readonly Group[],
  cells: readonly number[],
): Group[] {
  if (cells.length === 0) return [...groups]
  const middle = middleOf(boxOfCells(cells))
  const milesTo = ({ extent }: Group) => (isKnown(extent) ? milesToBox(middle, extent) : 0)
  return groups.toSorted((a, b) => milesTo(a) - milesTo(b))
}

type SoFar = {
  cells: readonly number[]
  rowsByCell: ReadonlyMap<number, number>
  /** The areas of the row groups that have not been read yet. */
  left: readonly Extent[]
}

/** The middle cells that have `fromRows` rows together. Null if some were not read, or it takes all cells. */
export function readMiddle({ cells, rowsByCell, left }: SoFar, fromRows: number): number[] | null {
  const middle: number[] = []
  let rows = 0
  for (const cell of nearestFirst(cells)) {
    if (rows >= fromRows) return middle
    if (left.some(extent => mayContainPlaceIn(extent, cellBox(cell)))) return null
    middle.push(cell)
    rows += rowsByCell.get(cell) ?? 0
  }
  return null
}
