import { plans, quotaPeriod, type Tier, UNLIMITED } from '#contract/plans.ts'

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

export type Bucket = 'searches' | 'pulls' | 'extra_pulls'
export type Balance = { bucket: Bucket; balance: number; periodStart: Date }

export type MonthlyBucket = Exclude<Bucket, 'extra_pulls'>
export const monthlyBuckets: readonly MonthlyBucket[] = ['searches', 'pulls']
export const monthlyQuotaOf = (source: QuotaSource, bucket: MonthlyBucket): number =>
  bucket === 'searches' ? countedSearches(source.tier) : pullQuotaOf(source)

export const balanceOf = (balances: Balance[], bucket: Bucket): number =>
  balances.find(balance => balance.bucket === bucket)?.balance ?? 0

/** The start of an account's current quota month. A paid month lasts until the next one is paid. */
export const periodStartOf = ({ quotaAnchor: anchor, quotaRenewal }: Entitled, now: Date): Date =>
  quotaRenewal === 'by payment' ? anchor : quotaPeriod({ anchor, now }).start

export const nextMonth = (now: Date): Date => quotaPeriod({ anchor: now, now }).end

/** The units that an upgrade adds for a share of a month. Rounded up in the customer's favor. */
export const topUpOf = ({ from, to, share }: { from: number; to: number; share: number }): number =>
  Math.max(0, Math.ceil((to - from) * share))

export const pullQuotaOf = ({ tier, grantedPulls }: QuotaSource): number =>
  plans[tier].contactPullQuota ?? grantedPulls ?? 0

/** The searches per month; 0 if the plan has unlimited searches, because they are not counted. */
export const countedSearches = (tier: Tier): number =>
  plans[tier].searchQuota === UNLIMITED ? 0 : plans[tier].searchQuota

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

/** Splits the cost of `count` leads. The monthly quota pays first, then the purchased leads. */
export function splitPulls(count: number, left: Month): { fromMonth: number; fromExtra: number } {
  const fromMonth = Math.min(count, left.pulls)
  return { fromMonth, fromExtra: count - fromMonth }
}

/** Users are told when this share of a monthly quota is left, and again when the quota is used up. */
const LOW_SHARE = 0.1

export type LowQuota = { quota: 'searches' | 'contactPulls'; remaining: number; monthlyQuota: number }

/** The quotas that become low or used up by this cost. */
export function runningLow(source: QuotaSource, cost: Pick<Month, 'searches' | 'pulls'>, held: Month): LowQuota[] {
  const pulls = { quota: 'contactPulls', before: held.pulls + held.extraPulls, cost: cost.pulls } as const
  const searches = { quota: 'searches', before: held.searches, cost: cost.searches } as const
  const counted = [
    { ...pulls, monthlyQuota: pullQuotaOf(source) },
    ...(plans[source.tier].hasUnlimitedSearches ? [] : [{ ...searches, monthlyQuota: countedSearches(source.tier) }]),
  ]
  return counted.flatMap(({ quota, before, cost: spent, monthlyQuota }) => {
    const [remaining, low] = [before - spent, monthlyQuota * LOW_SHARE]
    const isNews = (before > low && remaining <= low) || (before > 0 && remaining === 0)
    return isNews ? [{ quota, remaining, monthlyQuota }] : []
  })
}
