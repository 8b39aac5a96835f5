import { expect, test, vi } from 'vitest'

const inDenver = async () => {
  vi.stubEnv('TZ', 'America/Denver')
  vi.resetModules()
  return import('./format.ts')
}

test("a time is shown in the reader's time zone", async () => {
  const { formatDayOf, formatTime } = await inDenver()
  expect(formatDayOf('2026-11-22T01:00:00.000Z')).toBe('Nov 21, 2026')
  expect(formatTime('2026-11-22T01:00:00.000Z').replace(/\s/g, ' ')).toBe('Nov 21, 2026, 6:00 PM')
})

test('an amount of money has cents unless it is in whole dollars', async () => {
  const { formatCents } = await inDenver()
  expect([4900, 2050, 1999, 129_900].map(formatCents)).toEqual(['$49', '$20.50', '$19.99', '$1,299'])
})

test('a date is the same day in every time zone', async () => {
  const { formatDate } = await inDenver()
  expect(formatDate('2026-11-22')).toBe('Nov 22, 2026')
})
