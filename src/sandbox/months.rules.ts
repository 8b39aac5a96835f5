/** Times are whole seconds since 1970, as at Stripe. */
export const HOUR = 3600
export const DAY = 24 * HOUR

/** The same day and hour `count` months after the anchor, or that month's last day if it is shorter. */
function monthsAfter(anchor: number, count: number): number {
  const date = new Date(anchor * 1000)
  const first = new Date(date)
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() + count)
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date.getUTCDate(), lastDay))
  return first.getTime() / 1000
}

/** The end of the monthly period that contains `time`. Periods are counted from the anchor. */
export function periodEndAfter(anchor: number, time: number): number {
  let count = 1
  while (monthsAfter(anchor, count) <= time) count++
  return monthsAfter(anchor, count)
}
