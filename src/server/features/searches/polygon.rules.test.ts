import { expect, test } from 'vitest'
import { polygonFault } from './polygon.rules.ts'

const crossing = 'The line around the drawn area crosses itself.'
const square = [
  [-105, 40],
  [-104, 40],
  [-104, 41],
  [-105, 41],
] as const
const lShape = [
  [-105, 40],
  [-104, 40],
  [-104, 40.5],
  [-104.5, 40.5],
  [-104.5, 41],
  [-105, 41],
] as const

test('an outline may begin and end at the same corner, repeat a corner, and turn in either direction', () => {
  const [first, second] = square
  for (const corners of [square, [...square, first], [first, first, second, ...square.slice(2)], lShape])
    for (const outline of [corners, corners.toReversed()]) expect(polygonFault(outline)).toBeNull()
})

test('an outline whose sides cross is refused', () => {
  expect(
    polygonFault([
      [-105, 40],
      [-104, 41],
      [-104, 40],
      [-105, 41],
    ]),
  ).toBe(crossing)
})

test('an outline that touches itself is refused: the size of its parts would cancel out, and pass as small', () => {
  const middle = [-100, 40] as const
  // Two parts as large as several states, joined at one corner.
  expect(polygonFault([[-120, 30], middle, [-80, 50.001], [-80, 30], middle, [-120, 50]])).toBe(crossing)
  // The same, joined by a line there and back.
  const end = [-99, 40] as const
  expect(polygonFault([[-120, 30], middle, end, [-80, 50.001], [-80, 30], end, middle, [-120, 50]])).toBe(crossing)
  // A corner on another side.
  expect(
    polygonFault([
      [-120, 30],
      [-100, 30],
      [-110, 30],
      [-110, 45],
    ]),
  ).toBe(crossing)
})

test.each([
  ['Guam', 144.75, 13.45],
  ['American Samoa', -170.7, -14.3],
  ['Puerto Rico', -66.1, 18.4],
  ['the Aleutian Islands', 173, 52.9],
  ['Hawaii', -157.8, 21.3],
])('an area in %s can be drawn', (_, lon, lat) => {
  expect(
    polygonFault([
      [lon, lat],
      [lon + 0.1, lat],
      [lon + 0.1, lat + 0.1],
    ]),
  ).toBeNull()
})

test('an area beyond the United States, a line, and one that is too large are refused', () => {
  expect(
    polygonFault([
      [2, 48],
      [3, 48],
      [3, 49],
    ]),
  ).toBe('The drawn area is not in the United States.')
  expect(
    polygonFault([
      [-105, 40],
      [-104, 40],
      [-103, 40],
    ]),
  ).toMatch(/line/)
  expect(
    polygonFault([
      [-120, 30],
      [-100, 30],
      [-100, 40],
    ]),
  ).toBe('The drawn area is too large: at most 40,000 square miles.')
})

/** 10,890 square miles for each degree. */
const box = (degrees: number): [number, number][] => [
  [-105, 39],
  [-105 + degrees, 39],
  [-105 + degrees, 42],
  [-105, 42],
]

test('a drawn area has at most 40,000 square miles', () => {
  expect(polygonFault(box(3.62))).toBeNull()
  expect(polygonFault(box(3.72))).toMatch(/too large/)
})
