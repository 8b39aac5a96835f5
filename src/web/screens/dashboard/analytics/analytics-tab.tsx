import { ChartPie } from 'lucide-react'
import { type Analytics, getAnalytics } from '#contract/admin/analytics.ts'
import { setAddressValue } from '../../../shared/address.ts'
import { ReadContent } from '../../../shared/api/query-content.tsx'
import { read } from '../../../shared/api/reads.ts'
import { BarCard } from '../../../shared/charts/bar-card.tsx'
import { rowsOf } from '../../../shared/charts/chart-rows.ts'
import { PieCard } from '../../../shared/charts/pie-card.tsx'
import { capitalized, formatCriterion } from '../../../shared/format.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { EmptyState } from '../../../shared/ui/state-message.tsx'
import { AdvancedAnalytics, UpgradeHint } from './advanced-analytics.tsx'
import { RecentSearches } from './recent-searches.tsx'
import { AnalyticsLoading, StatCards } from './stat-cards.tsx'

const AnalyticsTab = () => (
  <ReadContent read={analyticsRead} waiting={<AnalyticsLoading />}>
    {analytics => (analytics.totalSearches === 0 ? <NoAnalytics /> : <Figures analytics={analytics} />)}
  </ReadContent>
)
export default AnalyticsTab

const NoAnalytics = () => (
  <EmptyState
    icon={<ChartPie />}
    title="No analytics data available. Start searching for leads to generate analytics."
    actions={
      <Button variant="primary" onClick={() => setAddressValue('tab', '', { isStep: true })}>
        Search for leads
      </Button>
    }
  />
)

function Figures({ analytics }: { analytics: Analytics }) {
  const categories = rowsOf(analytics.leadsByBusinessCategory)
  return (
    <div className="flex flex-col gap-4">
      <h2 className="sr-only">Analytics</h2>
      <StatCards analytics={analytics} />
      <div className="grid gap-4 lg:grid-cols-2">
        <PieCard
          title="Leads by Business Category"
          nameHeader="Business Category"
          amountHeader="Leads"
          rows={categories.map(({ name, amount }) => ({ name: capitalized(formatCriterion(name)), amount }))}
        />
        <BarCard
          title="Leads by Location"
          nameHeader="Location"
          amountHeader="Leads"
          rows={rowsOf(analytics.leadsByLocation)}
        />
        <RecentSearches searches={analytics.recentSearches} />
        <PieCard
          title="Lead Sources by Website"
          nameHeader="Website"
          amountHeader="Leads"
          rows={rowsOf(analytics.leadSources)}
        />
      </div>
      {analytics.advanced ? <AdvancedAnalytics advanced={analytics.advanced} /> : <UpgradeHint />}
    </div>
  )
}

/** Structural sharing copies maps key by key, which loses a category named "__proto__". */
const analyticsRead = {
  ...read(
    ['analytics'],
    () => ({ title: 'Failed to load analytics', description: 'Failed to fetch analytics data' }),
    getAnalytics,
  ),
  structuralSharing: false,
}
