export type ChartRow = { name: string; amount: number }

/** The one cycle of colours of all charts; the last one is the quiet grey of "Other". */
export const chartColours = [1, 2, 3, 4, 5, 6].map(number => `var(--color-chart-${number})`)
export const chartColour = (index: number): string => chartColours[index % chartColours.length] ?? ''
const swatches = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-4', 'bg-chart-5', 'bg-chart-6']
export const swatchClass = (index: number): string => swatches[index % swatches.length] ?? ''

/** Rows of a map of counts, the largest first. */
export const rowsOf = (counts: Record<string, number>): ChartRow[] =>
  Object.entries(counts)
    .map(([name, amount]) => ({ name, amount }))
    .toSorted((a, b) => b.amount - a.amount || a.name.localeCompare(b.name))

/** The first `limit` rows and, where more than one is left, all others as one; a single one stands for itself. */
export function withOther(rows: ChartRow[], limit: number): ChartRow[] {
  if (rows.length <= limit + 1) return rows
  return [...rows.slice(0, limit), { name: 'Other', amount: sumOf(rows.slice(limit)) }]
}

export const sumOf = (rows: ChartRow[]): number => rows.reduce((sum, { amount }) => sum + amount, 0)

/** "12%"; never a bare 0 for what is there, and never 100 for what is not all. */
export function formatShare(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0%'
  if (part === whole) return '100%'
  const percent = Math.round((part / whole) * 100)
  return percent === 0 ? '<1%' : percent === 100 ? '>99%' : `${percent}%`
}
