import type { GivenPlan, Subscription } from '#contract/billing.ts'
import { plans } from '#contract/plans.ts'
import type { Account } from '../account/account.rules.ts'
import type { SubscriptionRow } from '../payments/billing-state.usecases.ts'
import { rankOf, tierNamed } from '../payments/prices.rules.ts'
import { graceEndOf } from '../payments/stripe-facts.rules.ts'

/** The plan with its dates, as its owner sees it. */
export function presentSubscription(
  account: Account,
  { row, given, now }: { row: SubscriptionRow | undefined; given: GivenPlan | null; now: Date },
): Subscription {
  const { tier, subscriptionStatus: status } = account
  const plan = {
    tier,
    status,
    pricePerMonthCents: plans[tier].pricePerMonthCents,
    renewsAt: null,
    isRenewing: false,
    endsAt: null,
    scheduledChange: null,
    openInvoice: null,
    isGranted: false,
    givenPlan: null,
  }
  if (tier === 'free') return plan
  // What is charged is shown first of all, whatever else the account was given.
  if (row?.isLive === true && row.paidUntil !== null)
    return {
      ...plan,
      pricePerMonthCents: row.priceCents ?? plan.pricePerMonthCents,
      ...datesOf(row, row.paidUntil, now),
      givenPlan: given,
    }
  return account.quotaRenewal === 'monthly'
    ? { ...plan, isGranted: true, pricePerMonthCents: 0, endsAt: account.planEndsAt?.toISOString() ?? null }
    : plan
}

function datesOf(
  row: SubscriptionRow,
  paidUntil: Date,
  now: Date,
): Pick<Subscription, 'renewsAt' | 'isRenewing' | 'endsAt' | 'scheduledChange' | 'openInvoice'> {
  const at = paidUntil.toISOString()
  const next = tierNamed(row.nextTier)
  const isSmaller = next !== undefined && rankOf(next) < rankOf(row.tier ?? 'free')
  const isLate = row.status !== 'active' && row.status !== 'trialing'
  return {
    renewsAt: row.cancelAtPeriodEnd || isLate ? null : at,
    isRenewing: !row.cancelAtPeriodEnd && !isLate && paidUntil <= now,
    endsAt: row.cancelAtPeriodEnd ? at : null,
    scheduledChange: isSmaller && !row.cancelAtPeriodEnd ? { tier: next, at } : null,
    openInvoice:
      isLate && row.openInvoiceId !== null
        ? { amountDueCents: row.openAmountCents ?? 0, graceEndsAt: graceEndOf(paidUntil).toISOString() }
        : null,
  }
}
