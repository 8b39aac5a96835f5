import { Eye, Mail, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AdminStats } from '#contract/admin/admin.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { Card } from '../../shared/ui/card.tsx'
import { linkRow, TextLink } from '../../shared/ui/links.tsx'
import { ChartsLoading, LoadingPart, Skeleton } from '../../shared/ui/skeleton.tsx'

/** Has the same height while loading. */
export const OverviewTotals = ({ stats }: { stats: AdminStats | undefined }) => (
  <>
    <div className={`${linkRow} min-h-5 max-sm:min-h-11`}>{stats && <Waiting waiting={stats.waiting} />}</div>
    <dl className="grid gap-4 sm:grid-cols-3">
      <Total label="Total Users" amount={stats?.userStats.total} icon={<Users />} />
      <Total label="Page Visits" amount={stats?.visitStats.total} icon={<Eye />} />
      <Total label="Contact Submissions" amount={stats?.contactStats.total} icon={<Mail />} />
    </dl>
  </>
)

function Waiting({ waiting: { removalRequests, leadReports, messages } }: Pick<AdminStats, 'waiting'>) {
  if (removalRequests + leadReports + messages === 0) return <span>Nothing is waiting for you.</span>
  return (
    <>
      <span>Waiting for you:</span>
      {removalRequests > 0 && (
        <TextLink href={paths.doNotContact}>{count(removalRequests, 'removal request')}</TextLink>
      )}
      {leadReports > 0 && <TextLink href={paths.leadReports}>{count(leadReports, 'report')}</TextLink>}
      {messages > 0 && <TextLink href={`${paths.admin}?tab=contacts`}>{count(messages, 'unread message')}</TextLink>}
    </>
  )
}

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
