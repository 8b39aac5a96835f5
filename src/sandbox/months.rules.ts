/** All times and durations are in whole seconds, as at Stripe. */
export const HOUR = 3600
export const DAY = 24 * HOUR

/**
 * The end of the monthly period that contains `time`. Periods are counted from the anchor. Each one ends on the
 * anchor's day and hour, or on the last day of a shorter month.
 */
export function periodEndAfter(anchor: number, time: number): number {
  const start = Temporal.Instant.fromEpochMilliseconds(anchor * 1000).toZonedDateTimeISO('UTC')
  const endOf = (months: number) => start.add({ months }).epochMilliseconds / 1000
  let months = 1
  while (endOf(months) <= time) months++
  return endOf(months)
}
