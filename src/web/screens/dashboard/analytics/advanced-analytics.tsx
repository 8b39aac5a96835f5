import { Link } from 'wouter'
import type { AdvancedAnalytics as Advanced } from '#contract/admin/analytics.ts'
import { plansWith } from '#contract/plans.ts'
import { BarCard } from '../../../shared/charts/bar-card.tsx'
import { ColumnCard } from '../../../shared/charts/column-card.tsx'
import { formatDate } from '../../../shared/format.ts'
import { paths } from '../../../shared/paths.ts'
import { buttonClass } from '../../../shared/ui/button.tsx'
import { SearchFigures } from './search-figures.tsx'
import { StateMap } from './state-map.tsx'

/** "Apr 15" */
const shortDay = (day: string): string => formatDate(day).replace(/, \d+$/, '')

export const AdvancedAnalytics = ({ advanced }: { advanced: Advanced }) => (
  <section aria-labelledby="advanced-title" className="mt-4 flex flex-col gap-4">
    <h2 id="advanced-title" className="text-lg font-semibold tracking-tight">
      Advanced analytics
    </h2>
    <ColumnCard
      title="Leads by Day"
      note={`Last ${advanced.trend.length} days, UTC`}
      nameHeader="Day"
      amountHeader="Leads"
      fullName={formatDate}
      axisName={shortDay}
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

export const UpgradeHint = () => (
  <section
    aria-labelledby="advanced-title"
    className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-lg border border-dashed border-line px-4 py-4 sm:px-5"
  >
    <div className="max-w-2xl">
      <h2 id="advanced-title" className="font-semibold tracking-tight">
        Advanced analytics
      </h2>
      <p className="mt-0.5 text-sm text-ink-2">
        The {plansWith('advancedAnalytics')} plan adds leads by day, their quality, figures for each search, and a map
        by state.
      </p>
    </div>
    <Link href={paths.subscription} className={buttonClass({ size: 'sm' })}>
      Compare plans
    </Link>
  </section>
)
