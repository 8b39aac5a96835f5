import clsx from 'clsx'
import type { LeadSummary } from '#contract/leads/leads.ts'
import { formatNumber } from '../../shared/format.ts'
import { Card } from '../../shared/ui/card.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'

type Counts = Pick<LeadSummary, 'total' | 'high' | 'medium' | 'low'>
const cards = [
  { of: 'total', name: 'Total', mark: undefined },
  { of: 'high', name: 'High Quality', mark: 'bg-chart-5' },
  { of: 'medium', name: 'Medium Quality', mark: 'bg-chart-3' },
  { of: 'low', name: 'Low Quality', mark: 'bg-chart-6' },
] as const

/** The number of leads by quality. Each card is one line where there is little room. Has the same height while loading. */
export const SummaryCards = ({ counts }: { counts: Counts | undefined }) => (
  <div className="@container">
    <dl aria-label="Summary" className="grid grid-cols-2 gap-2 @2xl:grid-cols-4 @2xl:gap-3">
      {cards.map(({ of, name, mark }) => (
        <Card key={of} className="flex items-center justify-between gap-2 px-3 py-2 @2xl:block @2xl:px-4 @2xl:py-3">
          <dt className="flex items-center gap-2 text-xs text-ink-2 @2xl:text-sm">
            {mark !== undefined && <span aria-hidden="true" className={clsx('size-2 rounded-full', mark)} />}
            {name}
          </dt>
          <dd className="h-6 font-semibold tracking-tight tabular-nums @2xl:mt-1 @2xl:h-8 @2xl:text-2xl">
            {counts ? formatNumber(counts[of]) : <Skeleton className="h-6 w-6 @2xl:h-8 @2xl:w-16" />}
          </dd>
        </Card>
      ))}
    </dl>
  </div>
)
