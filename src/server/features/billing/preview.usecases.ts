import type { GivenPlan, SubscriptionPreview } from '#contract/billing/billing.ts'
import { type OfferedTier, type PaidTier, plans, rankOf } from '#contract/plans.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import type { Deps } from '#server/features/deps.ts'
import { findSubscription } from '#server/money/payments/billing-state.usecases.ts'
import { findCustomerFacts } from '#server/money/payments/customer.usecases.ts'
import { nextChargeOf } from '#server/money/payments/next-charge.rules.ts'
import { withOwnLock } from '#server/money/payments/own-lock.ts'
import { priceIdOf } from '#server/money/payments/prices.usecases.ts'
import {
  type CustomerFacts,
  isRenewing,
  mainSubscription,
  type PaidPeriod,
  paidPeriodOf,
  type SubscriptionFacts,
} from '#server/money/payments/stripe-facts.rules.ts'
import { syncCustomer } from '#server/money/payments/sync.usecases.ts'
import { planWithoutTax } from '#server/money/payments/taxes.usecases.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { nextMonth, topUpOf } from '#server/money/usage/usage.rules.ts'
import { readQuota } from '#server/money/usage/usage.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { covers, readGivenPlan } from './given-plan.usecases.ts'
import { givenPlan, keepFirst } from './live-plan.ts'
import { isDowngradeNear, isPaidUp } from './plan-change.rules.ts'
import { openReads, type SharedReads } from './shared-reads.ts'

type Standing = {
  facts: CustomerFacts
  main: SubscriptionFacts
  paid: PaidPeriod
  /** The price that this customer pays for the plan. Customers keep the price at which they subscribed. */
  paidPriceCents: number
}

export async function previewPlan(deps: Deps, account: Account, tier: OfferedTier): Promise<SubscriptionPreview> {
  const read = await openReads(deps, account)
  const facts = await read('customer', () => readForPreview(deps, account))
  const main = mainSubscription(facts?.subscriptions ?? [])
  const paid = facts === null || main === undefined ? null : paidPeriodOf(main, facts.invoices)
  const now = deps.clock.now()
  const isTaxed = deps.config.STRIPE_AUTOMATIC_TAX || main?.isTaxed === true
  if (facts === null || main === undefined || paid === null) {
    if (tier !== 'free' && covers(await readGivenPlan(deps, { userId: account.id, at: now }), tier)) throw givenPlan()
    const balanceCents = facts?.balanceCents ?? 0
    const { monthlyContactPulls: pullsLeft } = await readQuota(deps.db, account, now)
    return { ...previewFirst(account, { tier, now, balanceCents, pullsLeft }), tax: isTaxed ? 'to all' : 'to none' }
  }
  if (!isPaidUp(main)) throw new Refusal('INVOICE_OPEN')
  if (isRenewing(main, paid, now)) throw new Refusal('RENEWAL_UNDER_WAY')
  const row = await findSubscription(deps.db, account.id)
  const known = row?.id === main.id && row.tier === paid.tier ? row.priceCents : null
  const paidPriceCents = known ?? plans[paid.tier].pricePerMonthCents
  const standing = { facts, main, paid, paidPriceCents }
  if (tier === 'free' || rankOf(tier) <= rankOf(paid.tier))
    return {
      ...previewNextPeriod(standing, tier, await readGivenPlan(deps, { userId: account.id, at: paid.end })),
      tax: isTaxed ? 'to the next charges' : 'to none',
    }
  if (planWithoutTax(deps, facts) !== undefined) throw new Refusal('BILLING_ADDRESS_REQUIRED')
  if (isDowngradeNear(main, paid, now)) throw keepFirst({ present: paid.tier, next: main.itemTier })
  const isComputedHere = main.itemTier !== paid.tier
  const taxed = isComputedHere ? 'to all' : 'to the next charges'
  return { ...(await previewUpgrade(deps, { ...standing, read }, tier)), tax: isTaxed ? taxed : 'to none' }
}

/** Reads the customer. A plan that has no taxes yet gets them first, because they are part of the amount. */
async function readForPreview(deps: Deps, account: Account): Promise<CustomerFacts | null> {
  const facts = await findCustomerFacts(deps, account.id)
  if (facts === null || planWithoutTax(deps, facts) === undefined) return facts
  return withOwnLock(deps, account, lock => syncCustomer(deps, lock))
}

const nothing = {
  dueNowCents: 0,
  unusedTimeCreditCents: 0,
  creditCents: 0,
  contactPullsAdded: 0,
  prorationDate: null,
  givenPlan: null,
}

type Untaxed = Omit<SubscriptionPreview, 'tax'>

function previewFirst(
  account: Account,
  { tier, now, balanceCents, pullsLeft }: { tier: OfferedTier; now: Date; balanceCents: number; pullsLeft: number },
): Untaxed {
  const { pricePerMonthCents, contactPullQuota } = plans[tier]
  const first = nextChargeOf({ priceCents: pricePerMonthCents, balanceCents, taxCents: 0 })
  return {
    ...nothing,
    tier,
    takesEffect: 'now',
    takesEffectAt: now.toISOString(),
    dueNowCents: tier === 'free' ? 0 : first.amountCents,
    creditCents: first.creditCents,
    // The month that the payment starts replaces the present one.
    contactPullsAdded: tier === account.tier ? 0 : contactPullQuota - pullsLeft,
    nextChargeCents: pricePerMonthCents,
    nextChargeAt: tier === 'free' ? null : nextMonth(now).toISOString(),
  }
}

function previewNextPeriod(
  { facts, main, paid, paidPriceCents }: Standing,
  tier: OfferedTier,
  given: GivenPlan | null,
): Untaxed {
  const at = paid.end.toISOString()
  const nextPriceOf = (next: OfferedTier): number => {
    if (next === main.itemTier) return main.priceCents
    return next === paid.tier ? paidPriceCents : plans[next].pricePerMonthCents
  }
  const isEnd = tier === 'free' || covers(given, tier)
  // The plan is paid already, but the customer may not have got the answer.
  const isPaid = tier === paid.tier && tier === main.itemTier && main.cancelAt === null && !isEnd
  return {
    ...nothing,
    tier,
    takesEffect: isPaid ? 'now' : 'period_end',
    takesEffectAt: isPaid ? paid.start.toISOString() : at,
    nextChargeCents: isEnd ? 0 : nextPriceOf(tier),
    creditCents: isEnd
      ? 0
      : nextChargeOf({ priceCents: nextPriceOf(tier), balanceCents: facts.balanceCents, taxCents: 0 }).creditCents,
    nextChargeAt: isEnd ? null : at,
    givenPlan: isEnd ? given : null,
  }
}

async function previewUpgrade(
  deps: Deps,
  { read, ...standing }: Standing & { read: SharedReads },
  tier: PaidTier,
): Promise<Untaxed> {
  const { main, paid } = standing
  const question = { ...standing, tier, prorationDate: Math.floor(deps.clock.now().getTime() / 1000) }
  const { dueCents, unusedCents, creditCents, prorationDate } =
    main.itemTier === paid.tier
      ? await read(`upgrade to ${tier}`, () => askProvider(deps, question))
      : computeAmounts(question)
  const share = (paid.end.getTime() / 1000 - prorationDate) / ((paid.end.getTime() - paid.start.getTime()) / 1000)
  return {
    ...nothing,
    tier,
    takesEffect: 'now',
    takesEffectAt: new Date(prorationDate * 1000).toISOString(),
    dueNowCents: dueCents,
    unusedTimeCreditCents: unusedCents,
    creditCents,
    contactPullsAdded: topUpOf({
      from: plans[paid.tier].contactPullQuota,
      to: plans[tier].contactPullQuota,
      share: Math.min(1, Math.max(0, share)),
    }),
    nextChargeCents: plans[tier].pricePerMonthCents,
    nextChargeAt: paid.end.toISOString(),
    prorationDate,
  }
}

/** `prorationDate`: the time in seconds since 1970 for which amounts are computed, and an upgrade is charged. */
type Amounts = { dueCents: number; unusedCents: number; creditCents: number; prorationDate: number }
type UpgradeQuestion = Standing & { tier: PaidTier; prorationDate: number }

async function askProvider(deps: Deps, { facts, main, tier, prorationDate }: UpgradeQuestion): Promise<Amounts> {
  const stripe = stripeOf(deps)
  const invoice = await stripe.invoices.createPreview({
    customer: facts.customerId,
    subscription: main.id,
    subscription_details: {
      items: [{ id: main.itemId, price: await priceIdOf(stripe, tier) }],
      proration_behavior: 'always_invoice',
      proration_date: prorationDate,
    },
  })
  const credits = invoice.lines.data.filter(({ amount }) => amount < 0)
  return {
    dueCents: invoice.amount_due,
    unusedCents: -credits.reduce((sum, { amount }) => sum + amount, 0),
    creditCents: Math.max(0, Math.max(0, invoice.total) - invoice.amount_due),
    prorationDate,
  }
}

/** Not by the provider's preview, which would refund unused days of a downgrade that was never paid. */
function computeAmounts({ facts, paid, paidPriceCents, tier, prorationDate }: UpgradeQuestion): Amounts {
  const share = (paid.end.getTime() - prorationDate * 1000) / (paid.end.getTime() - paid.start.getTime())
  const unusedCents = Math.round(paidPriceCents * share)
  const priceCents = Math.round(plans[tier].pricePerMonthCents * share) - unusedCents
  const { amountCents, creditCents } = nextChargeOf({ priceCents, balanceCents: facts.balanceCents, taxCents: 0 })
  return { dueCents: amountCents, unusedCents, creditCents, prorationDate }
}
