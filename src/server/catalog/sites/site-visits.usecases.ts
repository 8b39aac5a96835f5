import type { SiteVisits } from '#contract/leads/site-facts.ts'
import type { Deps } from '#server/catalog/deps.ts'
import { countByState, lastFailures, readVisitTotals } from './site-visits.repository.ts'

const SHOWN_FAILURES = 10

export async function siteVisits({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<SiteVisits> {
  const totals = await readVisitTotals(db, clock.now())
  const failures = await lastFailures(db, SHOWN_FAILURES)
  return {
    mode: config.SITE_FACTS,
    byState: await countByState(db),
    ...totals,
    oldestReadAt: totals.oldestReadAt?.toISOString() ?? null,
    newestReadAt: totals.newestReadAt?.toISOString() ?? null,
    failures: failures.map(({ domain, state, error, at }) => ({ domain, state, error, at: at.toISOString() })),
  }
}
