import { cellBox } from '#server/catalog/place/cell.ts'
import { middleOf, milesToBox } from '#server/catalog/place/great-circle.ts'
import { type Extent, isKnown, mayHold } from '#server/catalog/readers/parquet-reader.ts'
import { boxOfCells, nearestFirst } from './pull-area.ts'

/** The row groups in the order in which they are read: what is nearest to the middle of the cells first. */
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
  /** What is not read yet. */
  left: readonly Extent[]
}

/**
 * The cells nearest to the middle, as far as they are read completely, once they have `fromRows` rows. Null before, and
 * if these are all cells.
 */
export function readMiddle({ cells, rowsByCell, left }: SoFar, fromRows: number): number[] | null {
  const middle: number[] = []
  let rows = 0
  for (const cell of nearestFirst(cells)) {
    if (rows >= fromRows) return middle
    if (left.some(extent => mayHold(extent, cellBox(cell)))) return null
    middle.push(cell)
    rows += rowsByCell.get(cell) ?? 0
  }
  return null
}
