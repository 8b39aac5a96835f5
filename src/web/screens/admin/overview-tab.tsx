import { ReadContent } from '../../shared/api/query-content.tsx'
import { ColumnCard } from '../../shared/charts/column-card.tsx'
import { PieCard } from '../../shared/charts/pie-card.tsx'
import { monthRows, tierRows } from './admin-words.ts'
import { statsRead } from './admin.queries.ts'
import { OverviewLoading, OverviewTotals } from './overview-totals.tsx'

const OverviewTab = () => (
  <ReadContent read={statsRead} waiting={<OverviewLoading />}>
    {stats => (
      <div className="flex flex-col gap-4">
        <h2 className="sr-only">Dashboard</h2>
        <OverviewTotals stats={stats} />
        <div className="grid gap-4 lg:grid-cols-2">
          <PieCard
            title="Users by Subscription"
            nameHeader="Subscription"
            amountHeader="Users"
            rows={tierRows(stats.userStats.bySubscription)}
          />
          <ColumnCard
            title="Monthly Sign-ups"
            nameHeader="Month"
            amountHeader="Sign-ups"
            rows={monthRows(stats.userStats.signupsByMonth)}
          />
        </div>
      </div>
    )}
  </ReadContent>
)
export default OverviewTab
