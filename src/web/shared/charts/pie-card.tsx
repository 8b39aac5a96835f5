import { formatNumber } from '../format.ts'
import { ChartCard, type ChartProps } from './chart-card.tsx'
import { type ChartRow, chartColor, formatShare, sumOf, swatchClass, withOther } from './chart-rows.ts'

const SLICES = 5

/** The five largest parts and the rest, each with its color, number, and share. */
export function PieCard(props: ChartProps) {
  const slices = withOther(props.rows, SLICES)
  const total = sumOf(slices)
  return (
    <ChartCard {...props} hasShares>
      <div className="flex flex-col items-center gap-x-8 gap-y-5 sm:flex-row">
        <Ring slices={slices} total={total} />
        <ul className="flex w-full min-w-0 flex-1 flex-col gap-2 text-sm">
          {slices.map(({ name, amount }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- "Other" may be a name of its own
            <li key={index} className="flex items-center gap-2.5">
              <span className={`size-2.5 shrink-0 rounded-full ${swatchClass(index)}`} />
              <span className="min-w-0 flex-1 truncate first-letter:uppercase" title={name}>
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

/** From the top, clockwise. Each slice is a dash of a circle, and a line is between it and the one before. */
const Ring = ({ slices, total }: { slices: readonly ChartRow[]; total: number }) => (
  <svg viewBox="0 0 176 176" className="size-44 shrink-0 -rotate-90 fill-none">
    {slices.map(({ amount }, index) => (
      <circle
        // oxlint-disable-next-line react/no-array-index-key -- as above
        key={index}
        cx="88"
        cy="88"
        r="69.5"
        stroke={chartColor(index)}
        strokeWidth="37"
        pathLength={total}
        strokeDasharray={`${amount} ${total}`}
        strokeDashoffset={-sumOf(slices.slice(0, index))}
      />
    ))}
    {slices.length > 1 &&
      slices.map((_, index) => (
        <path
          // oxlint-disable-next-line react/no-array-index-key -- as above
          key={index}
          d="M138 88h38"
          transform={`rotate(${(360 * sumOf(slices.slice(0, index))) / total} 88 88)`}
          className="stroke-surface stroke-2"
        />
      ))}
  </svg>
)
