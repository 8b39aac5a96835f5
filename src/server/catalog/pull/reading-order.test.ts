import { expect, test } from 'vitest'
import { cellBox, cellOf } from '#geography/index.ts'
import { inReadingOrder, readMiddle } from './reading-order.ts'

const cells = [-105.4, -105.1, -104.9, -104.6].map(lon => cellOf(40, lon))
const [west, middle, east, farEast] = cells as [number, number, number, number]
/** A box slightly smaller than the cell, so that it touches no other cell. */
const inside = (cell: number) => {
  const box = cellBox(cell)
  return { south: box.south + 0.1, north: box.north - 0.1, west: box.west + 0.1, east: box.east - 0.1 }
}

test('row groups of unknown extent are read first, and then those nearest to the middle', () => {
  const unknown = { south: null, north: null, west: null, east: null }
  const groups = [inside(farEast), inside(middle), unknown].map((extent, number) => ({ number, extent }))
  expect(inReadingOrder(groups, cells).map(({ number }) => number)).toEqual([2, 1, 0])
  expect(inReadingOrder(groups, [])).toEqual(groups)
})

test('the middle is complete when all its row groups are read and it has enough rows', () => {
  const rowsByCell = new Map([
    [middle, 700],
    [east, 500],
  ])
  const left = [inside(west), inside(farEast)]
  const found = readMiddle({ cells, rowsByCell, left }, 1000)
  expect(new Set(found)).toEqual(new Set([middle, east]))
  expect(readMiddle({ cells, rowsByCell, left }, 1500)).toBeNull()
  expect(readMiddle({ cells, rowsByCell, left: [...left, inside(middle)] }, 100)).toBeNull()
  // If all cells would be in the middle, there is no separate middle.
  expect(readMiddle({ cells, rowsByCell, left: [] }, 5000)).toBeNull()
})
