import type { Analytics } from '#contract/admin/analytics.ts'
import { formatNumber } from '../../../shared/format.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { Skeleton, ChartsLoading, LoadingPart } from '../../../shared/ui/skeleton.tsx'

const oneDecimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Has the same height while loading. */
export function StatCards({ analytics }: { analytics: Analytics | undefined }) {
  return (
    <Card>
      <dl className="grid grid-cols-2 lg:grid-cols-4">
        <Stat label="Total Searches" value={analytics && formatNumber(analytics.totalSearches)} />
        <Stat label="Total Leads" value={analytics && formatNumber(analytics.totalLeads)} />
        <Stat label="Avg. Leads/Search" value={analytics && oneDecimal.format(analytics.averageLeadsPerSearch)} />
        <Stat
          label="Exported Leads"
          value={analytics && formatNumber(analytics.exportedLeads)}
          note={analytics && `${Math.round(analytics.exportRate * 100)}% export rate`}
        />
      </dl>
    </Card>
  )
}

const Stat = ({ label, value, note }: { label: string; value: string | undefined; note?: string | undefined }) => (
  <div className="flex flex-col border-line px-4 py-4 not-last:border-r max-lg:nth-2:border-r-0 max-lg:nth-[n+3]:border-t sm:px-5">
    <dt className="text-sm text-ink-2">{value === undefined ? <Skeleton className="h-5 w-24" /> : label}</dt>
    <dd className="mt-1 flex flex-wrap items-baseline gap-x-2">
      <span className="text-2xl font-semibold tracking-tight tabular-nums">
        {value ?? <Skeleton className="h-8 w-16" />}
      </span>
      {note !== undefined && <span className="text-sm text-ink-3 tabular-nums">{note}</span>}
    </dd>
  </div>
)

export const AnalyticsLoading = () => (
  <LoadingPart label="Loading analytics">
    <StatCards analytics={undefined} />
    <ChartsLoading count={4} />
  </LoadingPart>
)
