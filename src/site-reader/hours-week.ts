export const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const
export type Day = (typeof days)[number]

/** Opening hours of each day that a text names, such as "08:00-17:00". The list is empty if the business is closed. */
export type Week = Partial<Record<Day, string[]>>

/** Open around the clock. */
export const ALL_DAY = '00:00-23:59'
export const alwaysOpen: Week = Object.fromEntries(days.map(day => [day, [ALL_DAY]]))

/** The days from one day to another, past Sunday if necessary. */
export function between(from: Day, to: Day): Day[] {
  const start = days.indexOf(from)
  const count = ((days.indexOf(to) - start + days.length) % days.length) + 1
  return Array.from({ length: count }, (_, index) => days[(start + index) % days.length] ?? 'Mo')
}

/** The week with the most days, if the others agree with it on each day they name. Null if they differ. */
export function agreedWeek(weeks: readonly Week[]): Week | null {
  const [most, ...others] = weeks.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)
  if (most === undefined) return null
  const agrees = (week: Week) => days.every(day => week[day] === undefined || week[day].join() === most[day]?.join())
  return others.every(agrees) ? most : null
}

const defaults = new Set(['Mo-Fr 09:00-17:00', 'Mo-Fr 08:00-17:00', 'Mo-Su 09:00-17:00'])
/** True for hours that website builders fill in, and that the owner may not have changed. */
export const isDefaultWeek = (week: Week): boolean => defaults.has(writeWeek(week))

/** True if the text names each working day, open or closed. */
export const namesWorkingDays = (week: Week): boolean => days.slice(0, 5).every(day => week[day] !== undefined)

/** Writes a week in schema.org's format: "Mo-Fr 08:00-17:00; Sa 09:00-12:00". */
export function writeWeek(week: Week): string {
  const parts: string[] = []
  for (let index = 0; index < days.length;) {
    const first = days[index] ?? 'Mo'
    const open = week[first] ?? []
    let end = index + 1
    while (end < days.length && open.join() === (week[days[end] ?? 'Mo'] ?? []).join()) end++
    const to = days[end - 1] ?? first
    for (const range of open) parts.push(`${to === first ? first : `${first}-${to}`} ${range}`)
    index = end
  }
  return parts.join('; ')
}
