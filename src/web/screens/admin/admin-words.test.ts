import { expect, test } from 'vitest'
import { cutName, monthRows, tierRows } from './admin-words.ts'

test('a page name over 20 characters is cut to 17 and an ellipsis', () => {
  expect(cutName('12345678901234567890')).toBe('12345678901234567890')
  expect(cutName('123456789012345678901')).toBe('12345678901234567...')
})

test('months are in order, and months without sign-ups count 0', () => {
  expect(monthRows({ '2026-02': 4, '2025-11': 2 })).toEqual([
    { name: 'Nov 2025', amount: 2 },
    { name: 'Dec 2025', amount: 0 },
    { name: 'Jan 2026', amount: 0 },
    { name: 'Feb 2026', amount: 4 },
  ])
  expect(monthRows({})).toEqual([])
})

test('tiers are ordered from free to elite, without unused ones', () => {
  expect(tierRows({ elite: 1, free: 7, starter: 0, pro: 2 })).toEqual([
    { name: 'Free', amount: 7 },
    { name: 'Pro', amount: 2 },
    { name: 'Elite', amount: 1 },
  ])
})
