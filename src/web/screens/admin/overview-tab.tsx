import { useQuery } from '@tanstack/react-query'
import { Eye, Mail, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AdminStats } from '#contract/admin.ts'
import { QueryContent } from '../../shared/api/query-content.tsx'
import { PieCard } from '../../shared/charts/pie-card.tsx'
import { formatNumber } from '../../shared/format.ts'
import { Card } from '../../shared/ui/card.tsx'
import { PageSpinner } from '../../shared/ui/spinner.tsx'
import { monthRows, tierRows } from './admin-words.ts'
import { statsFailure, statsQuery } from './admin.queries.ts'
import { MonthCard } from './month-card.tsx'

export default function OverviewTab() {
  return (
    <QueryContent
      query={useQuery(statsQuery)}
      failure={statsFailure}
      waiting={<PageSpinner label="Loading statistics" />}
    >
      {stats => <Overview stats={stats} />}
    </QueryContent>
  )
}

function Overview({ stats: { userStats, visitStats, contactStats } }: { stats: AdminStats }) {
  return (
    <div className="flex flex-col gap-4">
      <h2 className="sr-only">Dashboard</h2>
      <dl className="grid gap-4 sm:grid-cols-3">
        <Total label="Total Users" amount={userStats.total} icon={<Users aria-hidden="true" />} />
        <Total label="Page Visits" amount={visitStats.total} icon={<Eye aria-hidden="true" />} />
        <Total label="Contact Submissions" amount={contactStats.total} icon={<Mail aria-hidden="true" />} />
      </dl>
      <div className="grid gap-4 lg:grid-cols-2">
        <PieCard
          title="Users by Subscription"
          nameHeader="Subscription"
          amountHeader="Users"
          rows={tierRows(userStats.bySubscription)}
        />
        <MonthCard title="Monthly Sign-ups" amountHeader="Sign-ups" rows={monthRows(userStats.signupsByMonth)} />
      </div>
    </div>
  )
}

const Total = ({ label, amount, icon }: { label: string; amount: number; icon: ReactNode }) => (
  <Card className="p-4 sm:p-5">
    <dt className="flex items-start justify-between gap-3 text-sm text-ink-2 [&>svg]:size-5 [&>svg]:text-ink-3">
      {label}
      {icon}
    </dt>
    <dd className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">{formatNumber(amount)}</dd>
  </Card>
)
