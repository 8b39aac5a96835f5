import { plans, quotaPeriod, type Tier, UNLIMITED } from '#contract/plans.ts'

/** What determines the monthly quota. */
export type QuotaSource = {
  tier: Tier
  /** Contact pulls per month, if the plan has no fixed quota. */
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

/** The start of an account's current quota month. A paid month lasts until the next one is paid. */
export const periodStartOf = ({ quotaAnchor: anchor, quotaRenewal }: Entitled, now: Date): Date =>
  quotaRenewal === 'by payment' ? anchor : quotaPeriod({ anchor, now }).start

/** One quota month after `now`. */
export const nextMonth = (now: Date): Date => quotaPeriod({ anchor: now, now }).end

/** Units that an upgrade adds for the given share of a month, rounded up in the customer's favor. */
export const topUpOf = ({ from, to, share }: { from: number; to: number; share: number }): number =>
  Math.max(0, Math.ceil((to - from) * share))

export const pullQuotaOf = ({ tier, grantedPulls }: QuotaSource): number =>
  plans[tier].contactPullQuota ?? grantedPulls ?? 0

/** Searches per month that are counted; 0 if the plan has unlimited searches. */
export const countedSearches = (tier: Tier): number =>
  plans[tier].searchQuota === UNLIMITED ? 0 : plans[tier].searchQuota

/** The figures that users see. */
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

/** How `count` leads are paid: from the monthly quota first, then from purchased leads. */
export function splitPulls(count: number, left: Month): { fromMonth: number; fromExtra: number } {
  const fromMonth = Math.min(count, left.pulls)
  return { fromMonth, fromExtra: count - fromMonth }
}
