import { expect, test, vi } from 'vitest'

const inDenver = async () => {
  vi.stubEnv('TZ', 'America/Denver')
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

test('miles have one decimal, and a short time is never 0 seconds', async () => {
  const { formatMiles, formatSeconds } = await inDenver()
  expect([0, 0.04, 0.05, 1.24, 12].map(formatMiles)).toEqual(['0.0 mi', '0.0 mi', '0.1 mi', '1.2 mi', '12.0 mi'])
  expect([0, 0.0042, 0.01, 0.126, 1.5].map(formatSeconds)).toEqual(['0', '0.004', '0.01', '0.13', '1.5'])
})

test('a phone of the United States is shown as there, and one of another country with all its digits', async () => {
  const { formatPhone } = await inDenver()
  expect(['13034400001', '+13034400001', '441632960001', '4930123456'].map(formatPhone)).toEqual([
    '(303) 440-0001',
    '(303) 440-0001',
    '+441632960001',
    '+4930123456',
  ])
})
