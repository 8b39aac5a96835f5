export type ChartRow = { name: string; amount: number }

/** The colors of all charts, in order. The last one is the gray of "Other". */
export const chartColors = [1, 2, 3, 4, 5, 6].map(number => `var(--color-chart-${number})`)
export const chartColor = (index: number): string => chartColors[index % chartColors.length] ?? ''
const swatches = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-4', 'bg-chart-5', 'bg-chart-6']
export const swatchClass = (index: number): string => swatches[index % swatches.length] ?? ''

/** Converts a map of counts to rows, largest first. */
export const rowsOf = (counts: Record<string, number>): ChartRow[] =>
  Object.entries(counts)
    .map(([name, amount]) => ({ name, amount }))
    .toSorted((a, b) => b.amount - a.amount || a.name.localeCompare(b.name))

/** The first `limit` rows and the sum of the others. If only one is left, it keeps its name. */
export function withOther(rows: ChartRow[], limit: number): ChartRow[] {
  if (rows.length <= limit + 1) return rows
  return [...rows.slice(0, limit), { name: 'Other', amount: sumOf(rows.slice(limit)) }]
}

export const sumOf = (rows: ChartRow[]): number => rows.reduce((sum, { amount }) => sum + amount, 0)

/** "12%". Never 0% for more than nothing, and never 100% for less than all. */
export function formatShare(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0%'
  if (part === whole) return '100%'
  const percent = Math.round((part / whole) * 100)
  return percent === 0 ? '<1%' : percent === 100 ? '>99%' : `${percent}%`
}
