import { expect, test } from 'vitest'
import { hoursNow } from './opening-hours.ts'

const timeZone = 'America/Denver'

// Denver is seven hours behind in November.
test.each([
  ['Tuesday morning', 'Mo-Fr 08:00-17:00', '2026-11-24T15:30:00Z', 'Open now · Mo-Fr 08:00-17:00'],
  [
    'Tuesday evening, when it is Wednesday in London',
    'Mo-Fr 08:00-17:00',
    '2026-11-25T01:00:00Z',
    'Closed now · Mo-Fr 08:00-17:00',
  ],
  [
    'the noon break',
    'Mo-Fr 08:00-12:00; Mo-Fr 13:00-17:00',
    '2026-11-24T19:30:00Z',
    'Closed now · Mo-Fr 08:00-12:00; Mo-Fr 13:00-17:00',
  ],
  [
    'after the break',
    'Mo-Fr 08:00-12:00; Mo-Fr 13:00-17:00',
    '2026-11-24T20:30:00Z',
    'Open now · Mo-Fr 08:00-12:00; Mo-Fr 13:00-17:00',
  ],
  ['the first minute', 'Mo-Fr 08:00-17:00', '2026-11-24T15:00:00Z', 'Open now · Mo-Fr 08:00-17:00'],
  ['the minute before', 'Mo-Fr 08:00-17:00', '2026-11-24T14:59:00Z', 'Closed now · Mo-Fr 08:00-17:00'],
  ['the last minute', 'Mo-Fr 08:00-17:00', '2026-11-25T00:00:00Z', 'Open now · Mo-Fr 08:00-17:00'],
  ['the minute after', 'Mo-Fr 08:00-17:00', '2026-11-25T00:01:00Z', 'Closed now · Mo-Fr 08:00-17:00'],
  ['past midnight', 'Fr-Sa 18:00-02:00', '2026-11-29T08:00:00Z', 'Open now · Fr-Sa 18:00-02:00'],
  ['around the clock', 'Mo-Su 00:00-23:59', '2026-11-29T08:00:00Z', 'Open now · Mo-Su 00:00-23:59'],
  ['a day that is not named', 'Mo-Fr 08:00-17:00', '2026-11-29T18:00:00Z', 'Mo-Fr 08:00-17:00'],
])('the hours say whether the business is open: %s', (_when, hours, now, shown) => {
  expect(hoursNow({ hours, timeZone }, new Date(now))).toBe(shown)
})
