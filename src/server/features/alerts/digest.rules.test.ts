import { expect, test } from 'vitest'
import { lastDigestAt, nextDigestAt } from './digest.rules.ts'

// 2026-11-25 is a Wednesday.
test.each([
  ['day', '2026-11-25T10:00:00Z', '2026-11-24T13:00:00Z', '2026-11-25T13:00:00Z'],
  ['day', '2026-11-25T13:00:00Z', '2026-11-25T13:00:00Z', '2026-11-26T13:00:00Z'],
  ['week', '2026-11-25T10:00:00Z', '2026-11-23T13:00:00Z', '2026-11-30T13:00:00Z'],
  ['week', '2026-11-30T12:59:59Z', '2026-11-23T13:00:00Z', '2026-11-30T13:00:00Z'],
  ['week', '2026-11-29T23:00:00Z', '2026-11-23T13:00:00Z', '2026-11-30T13:00:00Z'],
  ['month', '2026-12-01T12:00:00Z', '2026-11-01T13:00:00Z', '2026-12-01T13:00:00Z'],
  ['month', '2026-12-31T20:00:00Z', '2026-12-01T13:00:00Z', '2027-01-01T13:00:00Z'],
] as const)('digests each %s: at %s, the last was due at %s, and the next at %s', (frequency, now, last, next) => {
  expect(lastDigestAt(frequency, new Date(now))).toEqual(new Date(last))
  expect(nextDigestAt(frequency, new Date(now))).toEqual(new Date(next))
})
