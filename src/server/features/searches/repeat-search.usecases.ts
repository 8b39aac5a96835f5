import { plans } from '#contract/plans.ts'
import type { SearchCriteria } from '#contract/searches/searches.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { readAreaLoad } from '#server/catalog/pull/area-load.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { refundLeads } from '#server/money/usage/credits.usecases.ts'
import { type Balance, type Month, quotaFrom, readQuota } from '#server/money/usage/usage.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { searchesOf } from './search-plan.rules.ts'
import { endSampleSearches, findSearchOfLoad, type RepeatedSearch } from './searches.repository.ts'

const REPEATED_WITHIN_MS = 3_600_000

/**
 * The earlier searches that this search repeats after a load; null for any other search. Repeating them is free if one
 * of them was charged. A search that is not free is refused if the quota is used up.
 */
export async function repeatedOrPaid(
  deps: Deps,
  account: Account,
  criteria: SearchCriteria,
  { now, balances }: { now: Date; balances: Balance[] | undefined },
): Promise<RepeatedSearch | null> {
  const { afterLoad: key } = criteria
  const load = key === undefined ? null : await readAreaLoad(deps, key)
  const isLoaded = load !== null && (load.state === 'done' || load.isSearchable)
  const since = new Date(now.getTime() - REPEATED_WITHIN_MS)
  const repeated = isLoaded ? await findSearchOfLoad(deps.db, account.id, { key: load.id, criteria, since }) : null
  if (repeated?.isPaid !== true)
    await assertSearchesLeft(deps, account, { wanted: searchesOf(criteria), now, balances })
  return repeated
}

async function assertSearchesLeft(
  deps: Deps,
  account: Account,
  { wanted, now, balances }: { wanted: number; now: Date; balances: Balance[] | undefined },
): Promise<void> {
  if (plans[account.tier].hasUnlimitedSearches) return
  const { remainingSearches } =
    balances === undefined ? await readQuota(deps.db, account, now) : quotaFrom(balances, account, now)
  if (remainingSearches < wanted) throw new Refusal('SEARCH_QUOTA_EXCEEDED')
}

type Refunding = { account: Account; repeated: RepeatedSearch | null; plan: SearchPlan; left: Month; now: Date }

/**
 * Ends the earlier searches that showed samples, and refunds their leads once. Does nothing as long as the repeated search
 * itself shows samples. Returns the quota that is left after the refund.
 */
export async function refundSamples(tx: Queryable, { account, repeated, plan, left, now }: Refunding): Promise<Month> {
  const sampleIds = repeated?.sampleIds ?? []
  if (sampleIds.length === 0 || !plan.withoutSample) return left
  let after = left
  for (const searchId of await endSampleSearches(tx, sampleIds, now))
    after = await refundLeads(tx, { account, searchId, left: after, now })
  return after
}
