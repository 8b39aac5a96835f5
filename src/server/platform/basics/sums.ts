export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Whole numbers with the total, by default the rounded sum: those that lose most by rounding down are rounded up. */
export function wholes(numbers: readonly number[], total = Math.round(sum(numbers))): number[] {
  const missing = total - sum(numbers.map(Math.floor))
  const order = numbers.map((_, index) => index).toSorted((a, b) => ((numbers[b] ?? 0) % 1) - ((numbers[a] ?? 0) % 1))
  const raised = new Set(order.slice(0, missing))
  return numbers.map((number, index) => Math.floor(number) + (raised.has(index) ? 1 : 0))
}
