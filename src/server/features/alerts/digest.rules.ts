import type { AlertFrequency } from '#contract/plans.ts'
import { DAY_MS } from '#server/platform/basics/clock.ts'

/** Digests are due in the morning, US time. */
const HOUR_UTC = 13
const HOUR_MS = 3_600_000

export type DigestFrequency = Exclude<AlertFrequency, 'never'>

/** The latest time at which digests of this frequency were due: each day, on Mondays, or on the first of a month. */
export function lastDigestAt(frequency: DigestFrequency, now: Date): Date {
  const at = new Date(now.getTime() - HOUR_UTC * HOUR_MS)
  if (frequency === 'week') at.setTime(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS)
  if (frequency === 'month') at.setUTCDate(1)
  at.setUTCHours(HOUR_UTC, 0, 0, 0)
  return at
}

/** The next time at which digests of this frequency are due. */
export function nextDigestAt(frequency: DigestFrequency, now: Date): Date {
  const at = lastDigestAt(frequency, now)
  if (frequency === 'month') at.setUTCMonth(at.getUTCMonth() + 1)
  else at.setTime(at.getTime() + (frequency === 'week' ? 7 : 1) * DAY_MS)
  return at
}

/** The date in UTC as YYYY-MM-DD. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** The number of days between two dates, at least 1, for the filter "First Seen". */
export const daysBetween = (from: Date, to: Date): number =>
  Math.max(1, Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / DAY_MS))
