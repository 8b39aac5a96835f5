import { maxComparedMatches, MentionedError, type NoPreview, type SearchPreview } from '#contract/search-preview.ts'
import type { SearchCriteria } from '#contract/searches.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { countOwned } from '#server/features/leads/leads.usecases.ts'
import { readQuota } from '#server/money/usage/usage.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { hitRateLimit, type RateLimit } from '#server/platform/limits/rate-limit.ts'
import { assertInPlan, planSearch } from './plan-search.usecases.ts'

const unconfirmedLimit = (userId: number): RateLimit => ({
  name: 'search previews of an unconfirmed account',
  key: String(userId),
  limit: 60,
  windowSeconds: 3600,
})

/**
 * What a search would find and cost at most. Spends and saves nothing. A lead that the search would give for free for
 * another reason than its phone or its row, such as a possible duplicate, counts as new here.
 */
export async function previewSearch(
  deps: Deps,
  account: Account,
  criteria: SearchCriteria,
): Promise<SearchPreview | NoPreview> {
  try {
    return await preview(deps, account, criteria)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { data: errorType } = MentionedError.safeParse(error.errorType)
    if (errorType === undefined) throw error
    return { errorType, message: error.message }
  }
}

async function preview(deps: Deps, account: Account, criteria: SearchCriteria): Promise<SearchPreview> {
  const now = deps.clock.now()
  if (!account.isEmailVerified) await hitRateLimit(deps.db, unconfirmedLimit(account.id), now)
  assertInPlan(account, criteria)
  const snapshot = await deps.catalog.refresh()
  const { plan, understood, area } = await planSearch(deps, snapshot, criteria, { countsChoices: false })
  const counts = await deps.catalog.places.count(plan, { atMost: maxComparedMatches })
  const [owned, quota] = await Promise.all([
    countOwned(deps, account, { counts, catalog: snapshot }),
    readQuota(deps.db, account, now),
  ])
  return {
    understood,
    matches: counts.total,
    owned,
    searches: counts.total === 0 ? 0 : 1,
    pulls: Math.min(counts.total - (owned ?? 0), criteria.maxNewPulls ?? Infinity),
    pullsLeft: quota.remainingContactPulls,
    coverage: area.status === 'full' ? 'full' : 'partial',
    isSample: !plan.withoutSample,
  }
}
