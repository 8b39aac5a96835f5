import { expect, test } from 'vitest'
import { boxOutline, outlineText, readOutline } from './outline.rules.ts'

const box = [
  [-105.3, 39.96],
  [-105.18, 39.96],
  [-105.18, 40.06],
  [-105.3, 40.06],
]

test('two lines are opposite corners of a box, and more are the corners of an outline', () => {
  expect(readOutline('39.96, -105.3\n40.06, -105.18')).toEqual({ outline: box, fault: null })
  const triangle = '39.96 -105.3\n\n39.96,-105.18\r\n 40.06; -105.18 '
  expect(readOutline(triangle).outline).toEqual(box.slice(0, 3))
  expect(readOutline(outlineText(boxOutline({ south: 39.96, north: 40.06, west: -105.3, east: -105.18 })))).toEqual({
    outline: box,
    fault: null,
  })
})

const cornersOfCount = (length: number) =>
  Array.from({ length }, (_, index) => `40, -${(100 + index / 100).toString()}`).join('\n')

test('an outline has up to 200 corners', () => {
  expect(readOutline(cornersOfCount(200)).outline).toHaveLength(200)
})

test.each([
  ['', null],
  ['40, -105', 'Enter at least two corners.'],
  ['40, -105\nBoulder', 'Line 2 is not a latitude and a longitude.'],
  ['40, -105\n-105, 40', 'Line 2 is not a latitude and a longitude.'],
  ['40, -105\n41', 'Line 2 is not a latitude and a longitude.'],
  [cornersOfCount(201), 'An area has at most 200 corners.'],
])('is no outline: %j', (text, fault) => {
  expect(readOutline(text)).toEqual({ outline: null, fault })
})
