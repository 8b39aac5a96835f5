import { Pie, PieChart } from 'recharts'
import { formatNumber } from '../format.ts'
import { ChartCard, type ChartProps } from './chart-card.tsx'
import { chartColor, formatShare, sumOf, swatchClass, withOther } from './chart-rows.ts'

const SLICES = 5
const SIZE_PIXELS = 176

/** The five largest parts and the rest, each with its color, number, and share. */
export function PieCard(props: ChartProps) {
  const rows = withOther(props.rows, SLICES)
  const slices = rows.map(({ name, amount }, index) => ({ name, amount, fill: chartColor(index) }))
  const total = sumOf(slices)
  return (
    <ChartCard {...props} hasShares>
      <div className="flex flex-col items-center gap-x-8 gap-y-5 sm:flex-row">
        <PieChart width={SIZE_PIXELS} height={SIZE_PIXELS} accessibilityLayer={false} className="shrink-0">
          <Pie
            data={slices}
            dataKey="amount"
            nameKey="name"
            innerRadius="58%"
            outerRadius="100%"
            startAngle={90}
            endAngle={-270}
            stroke="var(--color-surface)"
            strokeWidth={slices.length > 1 ? 2 : 0}
            rootTabIndex={-1}
            isAnimationActive={false}
          />
        </PieChart>
        <ul className="flex w-full min-w-0 flex-1 flex-col gap-2 text-sm">
          {slices.map(({ name, amount }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- "Other" may be a name of its own
            <li key={index} className="flex items-center gap-2.5">
              <span className={`size-2.5 shrink-0 rounded-full ${swatchClass(index)}`} />
              <span className="min-w-0 flex-1 truncate" title={name}>
                {name}
              </span>
              <span className="tabular-nums">{formatNumber(amount)}</span>
              <span className="w-11 text-right text-ink-3 tabular-nums">{formatShare(amount, total)}</span>
            </li>
          ))}
        </ul>
      </div>
    </ChartCard>
  )
}
