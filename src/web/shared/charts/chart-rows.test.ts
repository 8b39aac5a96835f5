import { expect, test } from 'vitest'
import { chartColor, formatShare, rowsOf, withOther } from './chart-rows.ts'

const rows = rowsOf({ a: 1, b: 7, c: 6, d: 5, e: 4, f: 3, g: 2 })

test('rows are sorted by amount, largest first, then by name', () => {
  expect(rowsOf({ b: 1, a: 1, c: 2 }).map(({ name }) => name)).toEqual(['c', 'a', 'b'])
})

test('the remaining rows become one, and the sum stays the same', () => {
  expect(withOther(rows, 5)).toEqual([...rows.slice(0, 5), { name: 'Other', amount: 3 }])
})

test('a single remaining row keeps its name', () => {
  expect(withOther(rows.slice(0, 6), 5)).toEqual(rows.slice(0, 6))
})

test('the colors repeat after six', () => {
  expect(chartColor(6)).toBe(chartColor(0))
  expect(new Set([0, 1, 2, 3, 4, 5].map(chartColor)).size).toBe(6)
})

test('a share is a whole percentage, and 0% and 100% are exact', () => {
  expect([formatShare(0, 9), formatShare(1, 400), formatShare(1, 3), formatShare(399, 400), formatShare(4, 4)]).toEqual(
    ['0%', '<1%', '33%', '>99%', '100%'],
  )
  expect(formatShare(0, 0)).toBe('0%')
})
