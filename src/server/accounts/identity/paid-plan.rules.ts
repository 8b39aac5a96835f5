/** How long a plan stays active after its paid period, while the next charge is pending. */
export const GRACE_DAYS = 7
const DAY_MS = 86_400_000
export const graceEndOf = (paidUntil: Date): Date => new Date(paidUntil.getTime() + GRACE_DAYS * DAY_MS)

/** The end of the period that is paid for; null for an account that does not pay. */
export function paidUntilOf(account: {
  quotaRenewal: 'monthly' | 'by payment'
  subscriptionStatus: string
  planEndsAt: Date | null
}): Date | null {
  const { quotaRenewal, subscriptionStatus, planEndsAt } = account
  if (quotaRenewal !== 'by payment' || planEndsAt === null) return null
  return subscriptionStatus === 'canceled' ? planEndsAt : new Date(planEndsAt.getTime() - GRACE_DAYS * DAY_MS)
}
