import { expect, test } from 'vitest'
import { keptSince } from './clock.ts'

test.each([
  ['2027-03-31T12:00:00Z', '2026-02-28T12:00:00.000Z'],
  ['2027-03-28T12:00:00Z', '2026-02-28T12:00:00.000Z'],
  ['2025-03-30T12:00:00Z', '2024-02-29T12:00:00.000Z'],
  ['2026-07-31T12:00:00Z', '2025-06-30T12:00:00.000Z'],
  ['2026-01-31T12:00:00Z', '2024-12-31T12:00:00.000Z'],
])('on %s, what is not older than 13 months is kept, also at the end of a month', (now, since) => {
  expect(keptSince(new Date(now)).toISOString()).toBe(since)
})
