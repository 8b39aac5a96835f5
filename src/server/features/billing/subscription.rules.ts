import type { GivenPlan, Invoice, Subscription } from '#contract/billing/billing.ts'
import { type PaidTier, plans, rankOf } from '#contract/plans.ts'
import { type Account, isPlanGranted } from '#server/accounts/identity/account.rules.ts'
import { graceEndOf } from '#server/accounts/identity/paid-plan.rules.ts'
import type { InvoiceRow, SubscriptionRow } from '#server/money/payments/billing-state.usecases.ts'
import { type NextCharge, nextChargeOf } from '#server/money/payments/next-charge.rules.ts'
import { tierNamed } from '#server/money/payments/prices.rules.ts'

type Presented = { row: SubscriptionRow | undefined; given: GivenPlan | null; hasTaxes: boolean; now: Date }

export function presentSubscription(account: Account, { row, given, hasTaxes, now }: Presented): Subscription {
  const { tier, subscriptionStatus: status } = account
  const plan = {
    tier,
    status,
    pricePerMonthCents: plans[tier].pricePerMonthCents,
    renewsAt: null,
    nextCharge: null,
    isRenewing: false,
    endsAt: null,
    scheduledChange: null,
    openInvoice: null,
    isSettling: row?.isLive === true && row.paymentReceivedAt !== null,
    isGranted: false,
    givenPlan: null,
  }
  if (tier === 'free') return plan
  // A paid plan is shown first, even if another one was granted.
  if (row?.isLive === true && row.paidUntil !== null)
    return {
      ...plan,
      pricePerMonthCents: row.priceCents ?? plan.pricePerMonthCents,
      ...datesOf(row, row.paidUntil, { hasTaxes, now }),
      givenPlan: given,
    }
  return isPlanGranted(account)
    ? { ...plan, isGranted: true, pricePerMonthCents: 0, endsAt: account.planEndsAt?.toISOString() ?? null }
    : plan
}

type Dates = Pick<Subscription, 'renewsAt' | 'nextCharge' | 'isRenewing' | 'endsAt' | 'scheduledChange' | 'openInvoice'>

function datesOf(row: SubscriptionRow, paidUntil: Date, { hasTaxes, now }: { hasTaxes: boolean; now: Date }): Dates {
  const at = paidUntil.toISOString()
  const next = tierNamed(row.nextTier)
  const isSmaller = next !== undefined && rankOf(next) < rankOf(row.tier ?? 'free')
  const isLate = row.status !== 'active' && row.status !== 'trialing'
  const isEnding = row.endsAt !== null && row.endsAt <= paidUntil
  const isGoingOn = !isEnding && !isLate
  return {
    renewsAt: isGoingOn ? at : null,
    nextCharge: isGoingOn ? withTax(row.nextCharge ?? planCharge(next, row), hasTaxes) : null,
    isRenewing: isGoingOn && paidUntil <= now,
    endsAt: row.endsAt?.toISOString() ?? null,
    // Shown until it takes effect. After that, its first charge is made or is late.
    scheduledChange: isSmaller && isGoingOn && paidUntil > now ? { tier: next, at } : null,
    // Do not ask for the payment again while a successful payment is still being settled.
    openInvoice:
      isLate && row.openInvoiceId !== null && row.paymentReceivedAt === null
        ? { amountDueCents: row.openAmountCents ?? 0, graceEndsAt: graceEndOf(paidUntil).toISOString() }
        : null,
  }
}

/** A charge that has no tax yet may get one if taxes are on: the provider adds it by the renewal. */
const withTax = (charge: NextCharge | null, hasTaxes: boolean): NextCharge | null =>
  charge?.taxCents === null && !hasTaxes ? { ...charge, taxCents: 0 } : charge

/** The next charge for old rows that do not have one. */
function planCharge(next: PaidTier | undefined, { tier, priceCents }: SubscriptionRow): NextCharge | null {
  if (next === undefined) return null
  const own = next === tier ? priceCents : null
  return nextChargeOf({ priceCents: own ?? plans[next].pricePerMonthCents, balanceCents: 0, taxCents: null })
}

const statuses = ['open', 'paid', 'void', 'uncollectible'] as const

/** The status of a charge. A refund or dispute takes precedence over "paid". */
export function invoiceStatus({ status, chargedCents, refundedCents, isDisputed }: InvoiceRow): Invoice['status'] {
  if (isDisputed) return 'disputed'
  if (refundedCents > 0) return refundedCents < chargedCents ? 'partly_refunded' : 'refunded'
  return statuses.find(known => known === status) ?? 'open'
}
