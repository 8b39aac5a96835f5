import { Bar, BarChart, CartesianGrid, Tooltip, type TooltipContentProps, XAxis, YAxis } from 'recharts'
import { formatDate, formatNumber } from '../format.ts'
import { ChartCard } from './chart-card.tsx'
import { chartColor, type ChartRow } from './chart-rows.ts'

type DayCardProps = {
  title: string
  amountHeader: string
  /** One row per day, named 'YYYY-MM-DD', without gaps. */
  rows: ChartRow[]
  note?: string
}

/** "Apr 15" */
const shortDay = (day: string): string => formatDate(day).replace(/, \d+$/, '')
const axisText = { fill: 'var(--color-ink-3)', fontSize: 12 }

export function DayCard({ rows, ...props }: DayCardProps) {
  const readable = rows.map(({ name, amount }) => ({ name: formatDate(name), amount }))
  return (
    <ChartCard {...props} nameHeader="Day" rows={readable}>
      <BarChart
        data={rows}
        responsive
        width="100%"
        height={220}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        barCategoryGap="18%"
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="name"
          tickFormatter={shortDay}
          tick={axisText}
          axisLine={false}
          tickLine={false}
          minTickGap={28}
          tickMargin={8}
        />
        <YAxis
          allowDecimals={false}
          width={40}
          tick={axisText}
          axisLine={false}
          tickLine={false}
          tickFormatter={formatNumber}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-sunken)' }}
          content={<DayTip amountHeader={props.amountHeader} />}
        />
        <Bar dataKey="amount" fill={chartColor(0)} radius={[3, 3, 0, 0]} maxBarSize={28} isAnimationActive={false} />
      </BarChart>
    </ChartCard>
  )
}

type DayTipProps = Partial<Pick<TooltipContentProps, 'active' | 'payload' | 'label'>> & { amountHeader: string }

function DayTip({ active, payload, label, amountHeader }: DayTipProps) {
  if (active !== true) return null
  return (
    <div className="rounded-md border border-line bg-raised px-3 py-2 text-sm shadow-float">
      <p className="text-ink-3">{formatDate(String(label))}</p>
      <p className="font-medium tabular-nums">
        {formatNumber(Number(payload?.[0]?.value ?? 0))} {amountHeader.toLowerCase()}
      </p>
    </div>
  )
}
