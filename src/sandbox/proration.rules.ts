export type Period = { start: number; end: number }

/** What of a period is left at `time`, for money: 0 to 1. */
const shareLeft = ({ start, end }: Period, time: number): number =>
  Math.min(1, Math.max(0, (end - time) / (end - start)))

/** What the unused time of an old price is worth, and what the same time costs at the new one; in cents. */
export function prorate(input: { oldAmount: number; newAmount: number; period: Period; at: number }): {
  credit: number
  debit: number
} {
  const share = shareLeft(input.period, input.at)
  return { credit: Math.round(input.oldAmount * share), debit: Math.round(input.newAmount * share) }
}
