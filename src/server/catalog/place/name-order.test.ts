import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameOrder, nameSort } from './name-order.ts'

test('names are sorted without regard to case, diacritics, apostrophes, and symbols', () => {
  expect(["Joe's  Café & Bar", 'ÉCLAIR', '24/7 Locks', '東京'].map(nameSort)).toEqual([
    'joes cafe bar',
    'eclair',
    '24 7 locks',
    '東京',
  ])
})

test('the number of a name never contradicts the order of the names', () => {
  const names = fc.string({
    unit: fc.constantFrom('a', 'b', ' ', 'z', '0', '9', 'é', '東', 'я', 'ж', 'ø', '王', '\u{1F600}'),
    maxLength: 14,
  })
  fc.assert(
    fc.property(names, names, (one, other) => {
      const [a, b] = [nameSort(one), nameSort(other)]
      const order = Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      expect(Math.sign(nameOrder(a) - nameOrder(b)) * order).toBeGreaterThanOrEqual(0)
      expect(Number.isSafeInteger(nameOrder(a))).toBe(true)
    }),
    { numRuns: 2000, seed: 3 },
  )
})
