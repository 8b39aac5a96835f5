import { Link } from 'wouter'
import { plansWith } from '#contract/plans.ts'
import { paths } from '../../../shared/paths.ts'
import { buttonClass } from '../../../shared/ui/button.tsx'

/** Says in one sentence what advanced analytics would show. */
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
