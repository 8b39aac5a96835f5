import { plans, quotaPeriod, type Tier, UNLIMITED } from '#contract/plans.ts'

/** What a month's quota follows from. */
export type QuotaSource = {
  tier: Tier
  /** Contact pulls a month, where the plan has no quota of its own. */
  grantedPulls: number | null
}
export type Entitled = QuotaSource & { id: number; quotaAnchor: Date; quotaRenewal: 'monthly' | 'by payment' }
export type Month = { searches: number; pulls: number; extraPulls: number }
export type Quota = {
  remainingSearches: number
  searchQuota: number
  remainingContactPulls: number
  monthlyContactPulls: number
  purchasedContactPulls: number
  contactPullQuota: number
}

/** First moment of the month that an account's quota belongs to. A paid month goes on until the next one is paid. */
export const periodStartOf = ({ quotaAnchor: anchor, quotaRenewal }: Entitled, now: Date): Date =>
  quotaRenewal === 'by payment' ? anchor : quotaPeriod({ anchor, now }).start

/** A month from `now`, as the quota counts months. */
export const nextMonth = (now: Date): Date => quotaPeriod({ anchor: now, now }).end

/** Units that an upgrade adds to a month of which the share is left: never a part of one in our favour. */
export const topUpOf = ({ from, to, share }: { from: number; to: number; share: number }): number =>
  Math.max(0, Math.ceil((to - from) * share))

export const pullQuotaOf = ({ tier, grantedPulls }: QuotaSource): number =>
  plans[tier].contactPullQuota ?? grantedPulls ?? 0

/** Searches of a month that are counted. Where every search is served, none are. */
export const countedSearches = (tier: Tier): number =>
  plans[tier].searchQuota === UNLIMITED ? 0 : plans[tier].searchQuota

/** The numbers that the user sees. */
export function quotaOf(source: QuotaSource, left: Month): Quota {
  const plan = plans[source.tier]
  return {
    remainingSearches: plan.hasUnlimitedSearches ? UNLIMITED : left.searches,
    searchQuota: plan.searchQuota,
    remainingContactPulls: left.pulls + left.extraPulls,
    monthlyContactPulls: left.pulls,
    purchasedContactPulls: left.extraPulls,
    contactPullQuota: pullQuotaOf(source),
  }
}

/** Which units pay for `count` leads: the monthly quota first, then purchased leads. */
export function splitPulls(count: number, left: Month): { fromMonth: number; fromExtra: number } {
  const fromMonth = Math.min(count, left.pulls)
  return { fromMonth, fromExtra: count - fromMonth }
}
