import type { AlertFrequency } from '#contract/plans.ts'
import { DAY_MS } from '#server/platform/basics/clock.ts'

/** Digests are due in the morning of the United States. */
const HOUR_UTC = 13
const HOUR_MS = 3_600_000

/** The newest day (YYYY-MM-DD) on which a digest of this frequency was due: any day, a Monday, or the first of a month. */
export function lastDigestDay(frequency: Exclude<AlertFrequency, 'never'>, now: Date): string {
  const day = new Date(now.getTime() - HOUR_UTC * HOUR_MS)
  if (frequency === 'week') day.setTime(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS)
  if (frequency === 'month') day.setUTCDate(1)
  return dayOf(day)
}

/** YYYY-MM-DD. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** Days from one day to another, at least 1, for the filter "First Seen". */
export const daysBetween = (from: Date, to: Date): number =>
  Math.max(1, Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / DAY_MS))
