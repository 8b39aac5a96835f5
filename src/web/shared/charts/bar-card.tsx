import { formatNumber } from '../format.ts'
import { ChartCard, type ChartProps } from './chart-card.tsx'
import { withOther } from './chart-rows.ts'

type BarCardProps = ChartProps & {
  /** The number of bars before the rest becomes "Other". */
  limit?: number
  shorten?: (name: string) => string
}

/** Horizontal bars, one per line, so names stay readable on narrow screens. */
export function BarCard({ limit = 8, shorten, ...props }: BarCardProps) {
  const bars = withOther(props.rows, limit)
  const most = Math.max(...bars.map(({ amount }) => amount))
  return (
    <ChartCard {...props}>
      <ul className="text-sm">
        {bars.map(({ name, amount }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- "Other" may be a name of its own
          <li key={index} className="grid h-8.5 grid-cols-[9rem_minmax(0,1fr)] items-center gap-1">
            <span className="truncate text-ink-2" title={name}>
              {shorten?.(name) ?? name}
            </span>
            <span className="flex items-center gap-1.5 tabular-nums">
              {amount > 0 && (
                <span
                  className="h-5 min-w-0.5 rounded-r-sm bg-chart-1"
                  // The longest one leaves room for its amount.
                  style={{ width: `calc(${amount / most} * (100% - 3.25rem))` }}
                />
              )}
              {formatNumber(amount)}
            </span>
          </li>
        ))}
      </ul>
    </ChartCard>
  )
}
