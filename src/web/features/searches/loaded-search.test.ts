import { expect, test } from 'vitest'
import { outlinesOf } from './loaded-search.queries.ts'

const degreesOf = (corners: readonly (readonly number[])[], axis: 0 | 1): number => {
  const values = corners.map(corner => corner[axis] ?? 0)
  return Math.max(...values) - Math.min(...values)
}

test('a circle is drawn as wide and as high as its radius says, and a drawn area as it was drawn', () => {
  const polygon = [
    [-105, 40],
    [-104, 40],
    [-104, 41],
  ] satisfies [number, number][]
  const boulder = { latitude: 40.015, longitude: -105.27, miles: 25 }
  const [drawn, circle = []] = outlinesOf({ areas: [{ polygon }, { place: 'Boulder, CO' }], circles: [boulder] })
  expect(drawn).toEqual(polygon)
  // A degree of longitude has 53 miles there, and one of latitude has 69.
  expect(degreesOf(circle, 0) * 53).toBeCloseTo(50, 0)
  expect(degreesOf(circle, 1) * 69.1).toBeCloseTo(50, 0)
})
