import type { User } from '#contract/accounts/account.ts'
import { UNLIMITED } from '#contract/plans.ts'

export type Usage = {
  used: number
  quota: number
  /** `low` means that a fifth or less is left. Purchased leads count as left. */
  state: 'plenty' | 'low' | 'none'
}

const LOW_SHARE = 0.2

/** The user's usage of the month's leads and searches. `searches` is null if the plan does not limit them. */
export function usageOf(user: User): { leads: Usage; searches: Usage | null } {
  const { contactPullQuota, monthlyContactPulls, purchasedContactPulls, searchQuota, remainingSearches } = user
  return {
    leads: usage(contactPullQuota, monthlyContactPulls, purchasedContactPulls),
    searches: remainingSearches === UNLIMITED ? null : usage(searchQuota, remainingSearches),
  }
}

function usage(quota: number, monthly: number, extra = 0): Usage {
  const left = Math.max(0, monthly) + extra
  const state = left <= 0 ? 'none' : left <= quota * LOW_SHARE ? 'low' : 'plenty'
  return { used: Math.max(0, quota - Math.max(0, monthly)), quota, state }
}
