import { Bar, BarChart, LabelList, XAxis, YAxis } from 'recharts'
import { formatNumber } from '../format.ts'
import { ChartCard } from './chart-card.tsx'
import { chartColor, type ChartRow, withOther } from './chart-rows.ts'

const BARS = 8
const ROW_PIXELS = 34
const LABEL_LETTERS = 18

type BarCardProps = {
  title: string
  nameHeader: string
  amountHeader: string
  rows: ChartRow[]
  hasShares?: boolean
  note?: string
}

/** Horizontal bars, one per line, so names stay readable on narrow screens. */
export function BarCard(props: BarCardProps) {
  const bars = withOther(props.rows, BARS)
  return (
    <ChartCard {...props}>
      <BarChart
        data={bars}
        layout="vertical"
        responsive
        width="100%"
        height={bars.length * ROW_PIXELS + 8}
        margin={{ top: 4, right: 52, bottom: 4, left: 0 }}
        barCategoryGap={8}
        accessibilityLayer={false}
      >
        <XAxis type="number" dataKey="amount" domain={[0, 'dataMax']} hide />
        <YAxis
          type="category"
          dataKey="name"
          width={144}
          interval={0}
          axisLine={false}
          tickLine={false}
          tick={<BarName />}
        />
        <Bar dataKey="amount" fill={chartColor(0)} radius={[0, 4, 4, 0]} maxBarSize={20} isAnimationActive={false}>
          <LabelList
            dataKey="amount"
            position="right"
            formatter={amount => formatNumber(Number(amount))}
            className="text-sm tabular-nums"
            fill="var(--color-ink)"
          />
        </Bar>
      </BarChart>
    </ChartCard>
  )
}

type BarNameProps = { y?: number | string; payload?: { value: string } }

function BarName({ y, payload }: BarNameProps) {
  const name = payload?.value ?? ''
  return (
    <text x={0} y={y} dy="0.35em" fill="var(--color-ink-2)" className="text-sm">
      {name.length > LABEL_LETTERS ? `${name.slice(0, LABEL_LETTERS - 1).trimEnd()}…` : name}
    </text>
  )
}
