import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Box, boxesJoined, boxesMeet, isInBox, milesToBox } from './great-circle.ts'

const anyBox: fc.Arbitrary<Box> = fc
  .record({ south: fc.integer({ min: 20, max: 60 }), west: fc.integer({ min: -120, max: -70 }), size: fc.nat(8) })
  .map(({ south, west, size }) => ({ south, north: south + size, west, east: west + size }))

test('joined boxes do not overlap, and contain the original boxes', () => {
  fc.assert(
    fc.property(fc.array(anyBox, { maxLength: 12 }), boxes => {
      const joined = boxesJoined(boxes)
      for (const [index, box] of joined.entries())
        expect(joined.slice(index + 1).some(other => boxesMeet(box, other))).toBe(false)
      for (const { south, north, west, east } of boxes)
        expect(
          joined.some(box => isInBox({ lat: south, lon: west }, box) && isInBox({ lat: north, lon: east }, box)),
        ).toBe(true)
    }),
  )
})

test('the distance to a box is the distance to its nearest point, even across the date line', () => {
  const box = { south: 40, north: 41, west: -106, east: -105 }
  expect(milesToBox({ lat: 40.5, lon: -105.5 }, box)).toBe(0)
  expect(milesToBox({ lat: 42, lon: -105.5 }, box)).toBeCloseTo(69.1, 1)
  expect(milesToBox({ lat: 0, lon: 179.5 }, { south: -1, north: 1, west: -180, east: -179.5 })).toBeCloseTo(34.5, 0)
})
