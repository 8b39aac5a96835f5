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

/** The number of leads by quality, in one strip. Has the same height while loading. */
export const SummaryCards = ({ counts }: { counts: Counts | undefined }) => (
  <Card className="lg:self-center">
    <dl
      aria-label="Summary"
      className={clsx(
        'grid grid-cols-2 gap-x-6 gap-y-1 px-3 py-2 text-sm sm:flex sm:flex-wrap',
        counts && counts.total >= 10_000 && 'max-[24rem]:grid-cols-1',
      )}
    >
      {cards.map(({ of, name, mark }) => (
        <div key={of} className="flex items-center gap-2 whitespace-nowrap">
          <dt className="flex items-center gap-2 text-ink-2">
            {mark !== undefined && <span aria-hidden="true" className={clsx('size-2 rounded-full', mark)} />}
            {name}
          </dt>
          <dd className="font-semibold tabular-nums">
            {counts ? formatNumber(counts[of]) : <Skeleton className="h-5 w-6" />}
          </dd>
        </div>
      ))}
    </dl>
  </Card>
)
