import { Bar, BarChart, CartesianGrid, LabelList, XAxis, YAxis } from 'recharts'
import { ChartCard } from '../../shared/charts/chart-card.tsx'
import { chartColor, type ChartRow } from '../../shared/charts/chart-rows.ts'
import { formatNumber } from '../../shared/format.ts'

const axisText = { fill: 'var(--color-ink-3)', fontSize: 12 }
/** With more bars there is no room for numbers above them; the axis and the table still show the values. */
const LABELED_BARS = 12

/** Amounts by month, in order and without gaps. */
export function MonthCard(props: { title: string; amountHeader: string; rows: ChartRow[] }) {
  return (
    <ChartCard {...props} nameHeader="Month">
      <BarChart
        data={props.rows}
        responsive
        width="100%"
        height={220}
        margin={{ top: 20, right: 4, bottom: 0, left: 0 }}
        barCategoryGap="18%"
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis dataKey="name" tick={axisText} axisLine={false} tickLine={false} minTickGap={12} tickMargin={8} />
        <YAxis
          allowDecimals={false}
          width={40}
          tick={axisText}
          axisLine={false}
          tickLine={false}
          tickFormatter={formatNumber}
        />
        <Bar dataKey="amount" fill={chartColor(0)} radius={[3, 3, 0, 0]} maxBarSize={44} isAnimationActive={false}>
          {props.rows.length <= LABELED_BARS && (
            <LabelList
              dataKey="amount"
              position="top"
              formatter={amount => formatNumber(Number(amount))}
              className="text-xs tabular-nums"
              fill="var(--color-ink-2)"
            />
          )}
        </Bar>
      </BarChart>
    </ChartCard>
  )
}
