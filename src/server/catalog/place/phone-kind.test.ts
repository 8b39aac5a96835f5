import { expect, test } from 'vitest'
import { areaCodes } from '#geography/index.ts'
import { phoneKindOf } from './phone-kind.ts'

test.each([
  [13_034_400_000, 'CO', 'in-state'],
  [12_124_400_000, 'CO', 'out-of-state'],
  [18_004_400_000, 'CO', 'toll-free'],
  [18_884_400_000, null, 'toll-free'],
  [13_034_400_000, null, null],
  [17_874_400_000, 'PR', null],
])('a number %i of a business in %s is %s', (phone, state, kind) => {
  expect(phoneKindOf(phone, state)).toBe(kind)
})

test.each([800, 822, 833, 844, 855, 866, 877, 880, 881, 882, 883, 888])('%i is a prefix of toll-free numbers', code => {
  expect(phoneKindOf(10_000_000_000 + code * 10_000_000 + 4_400_000, null)).toBe('toll-free')
})

test('every state has area codes, and no code is listed twice', () => {
  expect(new Set(areaCodes.map(({ state }) => state)).size).toBe(51)
  expect(new Set(areaCodes.map(({ code }) => code)).size).toBe(areaCodes.length)
})
