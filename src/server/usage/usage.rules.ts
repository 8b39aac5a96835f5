import { plans, quotaPeriod, type Tier, UNLIMITED } from '#contract/plans.ts'

export type Entitled = { id: number; tier: Tier; quotaAnchor: Date }
export type Month = { searches: number; pulls: number; extraPulls: number }
export type Quota = {
  remainingSearches: number
  searchQuota: number
  remainingContactPulls: number
  contactPullQuota: number
}

/** First moment of the month that an account's quota belongs to. */
export const periodStartOf = (account: Entitled, now: Date): Date =>
  quotaPeriod({ anchor: account.quotaAnchor, now }).start

/** The numbers that the user sees. */
export function quotaOf(tier: Tier, left: Month): Quota {
  const plan = plans[tier]
  return {
    remainingSearches: plan.hasUnlimitedSearches ? UNLIMITED : left.searches,
    searchQuota: plan.searchQuota,
    remainingContactPulls: left.pulls + left.extraPulls,
    contactPullQuota: plan.contactPullQuota,
  }
}

/** Which units pay for `count` leads: the month's quota first, then bought leads (D12). */
export function splitPulls(count: number, left: Month): { fromMonth: number; fromExtra: number } {
  const fromMonth = Math.min(count, left.pulls)
  return { fromMonth, fromExtra: count - fromMonth }
}
