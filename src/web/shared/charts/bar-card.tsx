import { Bar, BarChart, LabelList, XAxis, YAxis } from 'recharts'
import { formatNumber } from '../format.ts'
import { ChartCard, type ChartProps } from './chart-card.tsx'
import { chartColor, withOther } from './chart-rows.ts'

const ROW_PIXELS = 34

type BarCardProps = ChartProps & {
  /** The number of bars before the rest becomes "Other". */
  limit?: number
  shorten?: (name: string) => string
}

/** Horizontal bars, one per line, so names stay readable on narrow screens. */
export function BarCard({ limit = 8, shorten = cutName, ...props }: BarCardProps) {
  const bars = withOther(props.rows, limit)
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
          width={148}
          interval={0}
          axisLine={false}
          tickLine={false}
          tick={<BarName shorten={shorten} />}
        />
        <Bar
          dataKey="amount"
          fill={chartColor(0)}
          radius={[0, 4, 4, 0]}
          maxBarSize={20}
          minPointSize={amount => (amount ? 2 : 0)}
          isAnimationActive={false}
        >
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

type BarNameProps = { shorten: (name: string) => string; y?: number | string; payload?: { value: string } }

function BarName({ shorten, y, payload }: BarNameProps) {
  return (
    <text x={0} y={y} dy="0.35em" fill="var(--color-ink-2)" className="text-sm">
      {shorten(payload?.value ?? '')}
    </text>
  )
}

const cutName = (name: string): string => (name.length > 18 ? `${name.slice(0, 17).trimEnd()}…` : name)
