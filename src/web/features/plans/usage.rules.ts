import type { User } from '#contract/accounts/account.ts'
import { UNLIMITED } from '#contract/plans.ts'

export type Usage = {
  left: number
  /** `low` means that a fifth of a month's quota or less is left. */
  state: 'plenty' | 'low' | 'none'
}

const LOW_SHARE = 0.2

/** The leads left, with extra ones, and the searches left: null if the plan does not limit them. */
export function usageOf(user: User): { leads: Usage; searches: Usage | null } {
  const { contactPullQuota, remainingContactPulls, searchQuota, remainingSearches } = user
  return {
    leads: usage(contactPullQuota, remainingContactPulls),
    searches: remainingSearches === UNLIMITED ? null : usage(searchQuota, remainingSearches),
  }
}

function usage(quota: number, remaining: number): Usage {
  const left = Math.max(0, remaining)
  return { left, state: left === 0 ? 'none' : left <= quota * LOW_SHARE ? 'low' : 'plenty' }
}
