import { days, readTokens } from './hours-tokens.rules.ts'
import { isOverlapping, minutesOfRange, type Week, weekOf, writeWeek } from './week.rules.ts'

/** Merges opening hours from several texts in schema.org's format. Null if one of them is ambiguous, or if they overlap. */
export function mergedWeek(texts: readonly string[]): Week | null {
  const merged: Week = {}
  for (const text of texts) {
    // "Su Closed" has no hours.
    if (!/\d/.test(text)) continue
    const week = weekOf(readTokens(text).tokens, 'any', true)
    if (week === null) return null
    for (const day of days)
      if (week[day] !== undefined) merged[day] = [...new Set([...(merged[day] ?? []), ...week[day]])]
  }
  return Object.values(merged).some(isOverlapping) ? null : merged
}

/** The week with the most days, if the others agree with it on each day they name. Null if they differ. */
export function agreedWeek(weeks: readonly Week[]): Week | null {
  const [most, ...others] = weeks.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)
  if (most === undefined) return null
  const agrees = (week: Week) => days.every(day => week[day] === undefined || week[day].join() === most[day]?.join())
  return others.every(agrees) ? most : null
}

const defaults = new Set(['Mo-Fr 09:00-17:00', 'Mo-Fr 08:00-17:00', 'Mo-Su 09:00-17:00'])
/** True for hours that website builders fill in, until the owner changes them. */
export const isDefaultWeek = (week: Week): boolean => defaults.has(writeWeek(week))

/** True if the text names each working day, open or closed. */
export const isWholeWeek = (week: Week): boolean => days.slice(0, 5).every(day => week[day] !== undefined)

const MIN_OPEN = 4 * 60
/** True if the business is open for hours, unlike a class or a meal. */
export const areLong = (week: Week | null): boolean =>
  Object.values(week ?? {})
    .flat()
    .every(range => {
      const [from, to] = minutesOfRange(range)
      return to < from || to - from >= MIN_OPEN
    })
