export type Period = { start: number; end: number }

/** The share of a period that is left at `time`, from 0 to 1. */
const shareLeft = ({ start, end }: Period, time: number): number =>
  Math.min(1, Math.max(0, (end - time) / (end - start)))

/** The value of the unused time at the old price, and the cost of the same time at the new one, in cents. */
export function prorate(input: { oldAmount: number; newAmount: number; period: Period; at: number }): {
  credit: number
  debit: number
} {
  const share = shareLeft(input.period, input.at)
  return { credit: Math.round(input.oldAmount * share), debit: Math.round(input.newAmount * share) }
}
