import { Eye, Mail, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AdminStats } from '#contract/admin/admin.ts'
import { formatNumber } from '../../shared/format.ts'
import { Card } from '../../shared/ui/card.tsx'
import { ChartsLoading, LoadingPart, Skeleton } from '../../shared/ui/skeleton.tsx'

/** Has the same height while loading. */
export const OverviewTotals = ({ stats }: { stats: AdminStats | undefined }) => (
  <dl className="grid gap-4 sm:grid-cols-3">
    <Total label="Total Users" amount={stats?.userStats.total} icon={<Users />} />
    <Total label="Page Visits" amount={stats?.visitStats.total} icon={<Eye />} />
    <Total label="Contact Submissions" amount={stats?.contactStats.total} icon={<Mail />} />
  </dl>
)

const Total = ({ label, amount, icon }: { label: string; amount: number | undefined; icon: ReactNode }) => (
  <Card className="p-4 sm:p-5">
    <dt className="flex items-start justify-between gap-3 text-sm text-ink-2 [&>svg]:size-5 [&>svg]:text-ink-3">
      {amount === undefined ? <Skeleton className="h-5 w-24" /> : label}
      {icon}
    </dt>
    <dd className="mt-1 h-8 text-2xl font-semibold tracking-tight tabular-nums">
      {amount === undefined ? <Skeleton className="h-8 w-16" /> : formatNumber(amount)}
    </dd>
  </Card>
)

export const OverviewLoading = () => (
  <LoadingPart label="Loading statistics">
    <OverviewTotals stats={undefined} />
    <ChartsLoading count={2} />
  </LoadingPart>
)
