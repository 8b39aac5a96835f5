/** Times are whole seconds since 1970, as at Stripe. */
export const HOUR = 3600
export const DAY = 24 * HOUR

/** The same day and hour `count` months after the anchor; the month's last day where it has fewer days. */
export function monthsAfter(anchor: number, count: number): number {
  const date = new Date(anchor * 1000)
  const first = new Date(date)
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() + count)
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date.getUTCDate(), lastDay))
  return first.getTime() / 1000
}

/** The first moment after `time` that falls on the anchor's monthly rhythm. */
export function nextOnAnchor(anchor: number, time: number, everyMonths = 1): number {
  let count = everyMonths
  while (monthsAfter(anchor, count) <= time) count += everyMonths
  return monthsAfter(anchor, count)
}
