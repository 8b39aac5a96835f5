import { Bar, BarChart, CartesianGrid, LabelList, Tooltip, type TooltipContentProps, XAxis, YAxis } from 'recharts'
import { formatNumber } from '../format.ts'
import { ChartCard, type ChartProps } from './chart-card.tsx'
import { chartColor } from './chart-rows.ts'

const axis = { tick: { fill: 'var(--color-ink-3)', fontSize: 12 }, axisLine: false, tickLine: false }
const same = (name: string): string => name
/** The most columns that leave room for amounts above them. */
const LABELED_COLUMNS = 12

/** The rows must be in order and without gaps. */
type ColumnCardProps = ChartProps & {
  fullName?: (name: string) => string
  axisName?: (name: string) => string
}

export function ColumnCard({ rows, fullName = same, axisName = same, ...props }: ColumnCardProps) {
  const readable = rows.map(({ name, amount }) => ({ name: fullName(name), amount }))
  return (
    <ChartCard {...props} rows={readable}>
      <BarChart
        data={rows}
        responsive
        width="100%"
        height={220}
        margin={{ top: 20, right: 4, bottom: 0, left: 0 }}
        barCategoryGap="18%"
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis {...axis} dataKey="name" tickFormatter={axisName} minTickGap={20} tickMargin={8} />
        <YAxis {...axis} allowDecimals={false} width={40} tickFormatter={formatNumber} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-sunken)' }}
          content={<ColumnTip fullName={fullName} amountHeader={props.amountHeader} />}
        />
        <Bar dataKey="amount" fill={chartColor(0)} radius={[3, 3, 0, 0]} maxBarSize={44} isAnimationActive={false}>
          {rows.length <= LABELED_COLUMNS && (
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

type ColumnTipProps = Partial<Pick<TooltipContentProps, 'active' | 'payload' | 'label'>> & {
  fullName: (name: string) => string
  amountHeader: string
}

function ColumnTip({ active, payload, label, fullName, amountHeader }: ColumnTipProps) {
  if (active !== true) return null
  return (
    <div className="rounded-md border border-line bg-raised px-3 py-2 text-sm shadow-float">
      <p className="text-ink-3">{fullName(String(label))}</p>
      <p className="font-medium tabular-nums">
        {formatNumber(Number(payload?.[0]?.value ?? 0))} {amountHeader.toLowerCase()}
      </p>
    </div>
  )
}
