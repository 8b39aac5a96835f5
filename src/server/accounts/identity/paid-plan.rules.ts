import type { Tier } from '#contract/plans.ts'
import { daysAfter, daysBefore } from '#server/platform/basics/clock.ts'

export type PaidPlan = { tier: Tier; status: string; endsAt: Date; quotaAnchor: Date }

/** How long a plan stays active after its paid period, while the next charge is pending. */
export const GRACE_DAYS = 7
export const graceEndOf = (paidUntil: Date): Date => daysAfter(paidUntil, GRACE_DAYS)

/** The end of the period that is paid for; null for an account that does not pay. */
export function paidUntilOf(account: {
  quotaRenewal: 'monthly' | 'by payment'
  subscriptionStatus: string
  planEndsAt: Date | null
}): Date | null {
  const { quotaRenewal, subscriptionStatus, planEndsAt } = account
  if (quotaRenewal !== 'by payment' || planEndsAt === null) return null
  return subscriptionStatus === 'canceled' ? planEndsAt : daysBefore(planEndsAt, GRACE_DAYS)
}
