import clsx from 'clsx'
import { formatNumber } from '../format.ts'
import { ChartCard, type ChartProps } from './chart-card.tsx'
import type { ChartRow } from './chart-rows.ts'

/** The most columns that leave room for amounts above them. */
const LABELED_COLUMNS = 12
/** The most names that fit below a chart, and below a narrow one. */
const [NAMES, NARROW_NAMES] = [12, 5]

/** The rows are in order and without gaps. */
type ColumnCardProps = ChartProps & {
  fullName?: (name: string) => string
  axisName?: (name: string) => string
}
const same = (name: string): string => name

export function ColumnCard({ rows, fullName = same, axisName = same, ...props }: ColumnCardProps) {
  const ticks = ticksUpTo(Math.max(...rows.map(({ amount }) => amount)))
  const heightOf = (amount: number): string => `${(100 * amount) / (ticks.at(-1) ?? 1)}%`
  const every = Math.ceil(rows.length / NAMES)
  const everyNarrow = every * Math.ceil(rows.length / NARROW_NAMES / every)
  return (
    <ChartCard {...props} rows={rows.map(({ name, amount }) => ({ name: fullName(name), amount }))}>
      <div className="@container relative mt-5 mb-7.5 h-42.5 text-xs text-ink-3 tabular-nums">
        {ticks.map(tick => (
          <div key={tick} className="absolute inset-x-0" style={{ bottom: heightOf(tick) }}>
            <span className="absolute -top-2 w-8 text-right">{formatNumber(tick)}</span>
            <div className="ml-10 border-t border-line" />
          </div>
        ))}
        <ul className="absolute inset-y-0 right-1 left-10 flex">
          {rows.map(({ name, amount }, index) => (
            <li
              key={name}
              className="group relative flex min-w-0 flex-1 flex-col items-center justify-end hover:bg-sunken"
            >
              {rows.length <= LABELED_COLUMNS && <span className="text-ink-2">{formatNumber(amount)}</span>}
              <span
                className="w-[82%] max-w-11 shrink-0 rounded-t-sm bg-chart-1"
                style={{ height: heightOf(amount) }}
              />
              {index % every === 0 && (
                <span
                  className={clsx(
                    'absolute top-full mt-2 whitespace-nowrap',
                    index % everyNarrow > 0 && 'hidden @2xl:block',
                  )}
                >
                  {axisName(name)}
                </span>
              )}
              <Tip
                row={{ name: fullName(name), amount }}
                what={props.amountHeader.toLowerCase()}
                isLeft={index * 2 < rows.length}
              />
            </li>
          ))}
        </ul>
      </div>
    </ChartCard>
  )
}

const Tip = ({ row: { name, amount }, what, isLeft }: { row: ChartRow; what: string; isLeft: boolean }) => (
  <div
    className={clsx(
      'pointer-events-none absolute top-0 z-10 hidden rounded-md border border-line bg-raised px-3 py-2 text-sm whitespace-nowrap shadow-float group-hover:block',
      isLeft ? 'left-full' : 'right-full',
    )}
  >
    <p>{name}</p>
    <p className="font-medium text-ink">
      {formatNumber(amount)} {what}
    </p>
  </div>
)

/** At most six round numbers, from 0 to at least the highest amount. */
export function ticksUpTo(most: number): number[] {
  const least = Math.max(1, most / 5)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = ([1, 2, 5].find(times => times * power >= least) ?? 10) * power
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, index) => index * step)
}
