import type { AdvancedAnalytics as Advanced } from '#contract/analytics.ts'
import { BarCard } from '../../../shared/charts/bar-card.tsx'
import { DayCard } from '../../../shared/charts/day-card.tsx'
import { SearchFigures } from './search-figures.tsx'
import { StateMap } from './state-map.tsx'

/** Additional figures for plans with advanced analytics. */
export const AdvancedAnalytics = ({ advanced }: { advanced: Advanced }) => (
  <section aria-labelledby="advanced-title" className="mt-4 flex flex-col gap-4">
    <h2 id="advanced-title" className="text-lg font-semibold tracking-tight">
      Advanced analytics
    </h2>
    <DayCard
      title="Leads by Day"
      note={`Last ${advanced.trend.length} days, UTC`}
      amountHeader="Leads"
      rows={advanced.trend.map(({ day, leads }) => ({ name: day, amount: leads }))}
    />
    <div className="grid gap-4 lg:grid-cols-2">
      <BarCard
        title="Lead Quality"
        nameHeader="Quality"
        amountHeader="Leads"
        hasShares
        rows={advanced.quality.map(({ band, leads }) => ({ name: band, amount: leads }))}
      />
      <StateMap states={advanced.states} />
    </div>
    <SearchFigures searches={advanced.searches} />
  </section>
)
