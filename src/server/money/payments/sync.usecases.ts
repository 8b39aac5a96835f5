import type Stripe from 'stripe'
import type { PaidTier, Tier } from '#contract/plans.ts'
import { endPaidPlan, updatePaidPlan } from '#server/accounts/identity/account.usecases.ts'
import type { Deps } from '#server/money/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { topUpMonth } from '#server/money/usage/credits.usecases.ts'
import { startNewPeriod } from '#server/money/usage/usage.usecases.ts'
import { faultOf } from '#server/platform/basics/fault.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { assertLockHeld, type BillingLock } from './billing-lock.ts'
import { findCustomerId, markCustomerGone } from './customer.repository.ts'
import { resumeSubscription, voidInvoice } from './end-subscription.usecases.ts'
import { type HandledEvent, insertHandledEvent } from './event.repository.ts'
import { sendNotices, sendReceipt } from './notices.ts'
import { tierNamed } from './prices.rules.ts'
import { priceIdOf } from './prices.usecases.ts'
import {
  type CustomerFacts,
  entitlementOf,
  isLive,
  mainSubscription,
  type PaidPeriod,
  paidPeriodOf,
  quotaChangeOf,
  type SubscriptionFacts,
  uselessCharges,
} from './stripe-facts.rules.ts'
import { readCustomer } from './stripe-reading.ts'
import { downgradeToRestore, givenQuotaOf, hasEndToRemove, nextRow, noticesOf } from './subscription-row.rules.ts'
import {
  endOtherSubscriptions,
  findSubscription,
  replaceCards,
  type SubscriptionRow,
  upsertInvoice,
  upsertSubscription,
} from './sync.repository.ts'
import { addTaxes, planWithoutTax } from './taxes.usecases.ts'

export { writeEndRemovedByUpgrade, writeReplacedDowngrade } from './sync.repository.ts'

/**
 * Reads the user's customer from the provider, puts it in order there, and writes plan, quota, cards, and invoices in
 * one transaction. Safe to repeat. If there is an `event`, the same transaction records it as handled. Returns the data
 * that was read; null if the user is no customer there.
 */
export async function syncCustomer(deps: Deps, lock: BillingLock, event?: HandledEvent): Promise<CustomerFacts | null> {
  const { db, payments, clock } = deps
  const customerId = await findCustomerId(db, lock.userId, payments.mode)
  if (customerId === undefined) {
    if (event !== undefined) await insertHandledEvent(db, event, clock.now())
    return null
  }
  const before = await findSubscription(db, lock.userId)
  const facts = await inOrder(deps, await readWithUpgradeCompleted(stripeOf(deps), customerId, before))
  const now = clock.now()
  await db.transaction(async tx => {
    await assertLockHeld(tx, lock)
    await writeCustomer(deps, tx, {
      userId: lock.userId,
      facts: facts.isDeleted ? withAllEnded(facts, now) : facts,
      now,
    })
    if (facts.isDeleted) await markCustomerGone(tx, customerId, now)
    if (event !== undefined) await insertHandledEvent(tx, event, now)
  })
  return facts
}

/**
 * Reads the customer, and completes an unfinished upgrade. After a failed upgrade, schedules the downgrade again that
 * it replaced. After a paid upgrade, removes the plan's end date.
 */
async function readWithUpgradeCompleted(
  stripe: Stripe,
  customerId: string,
  before: SubscriptionRow | undefined,
): Promise<CustomerFacts> {
  const facts = await readCustomer(stripe, customerId)
  const main = mainSubscription(facts.subscriptions)
  if (main === undefined) return facts
  const paid = paidPeriodOf(main, facts.invoices)
  const downgrade = tierNamed(downgradeToRestore(before, main, paid))
  const hasEnd = hasEndToRemove(before, main, paid)
  if (downgrade === undefined && !hasEnd) return facts
  if (downgrade !== undefined) await setPrice(stripe, main, await priceIdOf(stripe, downgrade))
  if (hasEnd) await resumeSubscription(stripe, main.id)
  return readCustomer(stripe, customerId)
}

/** Voids open charges of ended plans, and adds taxes to plans from before. What fails is tried by the next sync. */
async function inOrder(deps: Deps, facts: CustomerFacts): Promise<CustomerFacts> {
  const stripe = stripeOf(deps)
  const untaxed = planWithoutTax(deps, facts)
  const steps = [
    ...uselessCharges(facts).map(
      ({ id }) =>
        () =>
          voidInvoice(stripe, id),
    ),
    ...(untaxed === undefined ? [] : [() => addTaxes(deps, facts, untaxed)]),
  ]
  for (const step of steps)
    await step().catch((error: unknown) =>
      deps.log.warn({ err: faultOf(error) }, 'a charge could not be voided, or taxes could not be added'),
    )
  return steps.length === 0 ? facts : readCustomer(stripe, facts.customerId)
}

/** Changes the price of a subscription with its next period. Nothing is charged or refunded now. */
const setPrice = (stripe: Stripe, { id, itemId }: SubscriptionFacts, price: string) =>
  stripe.subscriptions.update(id, { items: [{ id: itemId, price }], proration_behavior: 'none' })

/** Changes the plan to `tier` with its next period. If that is the paid plan, its price stays as it was for the user. */
export async function chargeNext(
  deps: Deps,
  { userId, subscription, tier }: { userId: number; subscription: SubscriptionFacts; tier: PaidTier },
): Promise<void> {
  const stripe = stripeOf(deps)
  const known = await findSubscription(deps.db, userId)
  const kept = known?.id === subscription.id && known.tier === tier ? known.priceId : null
  await setPrice(stripe, subscription, kept ?? (await priceIdOf(stripe, tier)))
}

function withAllEnded(facts: CustomerFacts, now: Date): CustomerFacts {
  const subscriptions = facts.subscriptions.map(subscription =>
    isLive(subscription) ? { ...subscription, status: 'canceled', endedAt: now } : subscription,
  )
  return { ...facts, subscriptions, cards: [] }
}

type Writing = { userId: number; facts: CustomerFacts; now: Date }

async function writeCustomer(deps: Deps, tx: Queryable, { userId, facts, now }: Writing): Promise<void> {
  const before = await findSubscription(tx, userId)
  const live = facts.subscriptions.filter(isLive)
  const main = mainSubscription(live)
  if (live.length > 1) deps.log.error({ userId, subscriptions: live.map(({ id }) => id) }, 'more than one subscription')
  if (before?.isLive === true && before.id !== main?.id) await writeEnd(deps, tx, { userId, facts, before, now })
  await endOtherSubscriptions(tx, { userId, except: main?.id ?? null, now })
  if (main !== undefined) await writeLive(deps, tx, { userId, facts, main, before, now })
  await replaceCards(tx, { userId, cards: facts.cards })
  for (const invoice of facts.invoices)
    if (invoice.status !== 'draft' && (await upsertInvoice(tx, userId, invoice)))
      await sendReceipt(deps, tx, userId, invoice)
}

/** Records that the live subscription has ended, and ends the plan. */
async function writeEnd(
  deps: Deps,
  tx: Queryable,
  { userId, facts, before, now }: Writing & { before: SubscriptionRow },
): Promise<void> {
  const gone = facts.subscriptions.find(({ id }) => id === before.id)
  const paid = gone === undefined ? null : paidPeriodOf(gone, facts.invoices)
  const after: SubscriptionRow =
    gone === undefined
      ? { ...before, isLive: false, endedAt: now }
      : { ...nextRow(gone, { paid, facts, before }), isLive: false, endedAt: gone.endedAt ?? now }
  await upsertSubscription(tx, { ...after, userId, customerId: facts.customerId })
  if (before.tier === null) return
  const endsAt = after.endedAt ?? now
  const given = await endPaidPlan(tx, userId, endsAt)
  // Searches since then may have begun the month with the quota of the Free plan.
  if (given !== undefined) {
    const { tier, pulls: grantedPulls } = given
    await startNewPeriod(tx, { userId, tier, grantedPulls, periodStart: endsAt, now, reason: `monthly quota, ${tier}` })
  }
  await sendNotices(deps, tx, userId, noticesOf(before, after))
}

async function writeLive(
  deps: Deps,
  tx: Queryable,
  { userId, facts, main, before, now }: Writing & { main: SubscriptionFacts; before: SubscriptionRow | undefined },
): Promise<void> {
  const paid = paidPeriodOf(main, facts.invoices)
  const after = nextRow(main, { paid, facts, before })
  await upsertSubscription(tx, { ...after, userId, customerId: facts.customerId })
  if (paid === null) return
  await giveQuota(tx, { userId, paid, before: before?.id === main.id ? before : undefined, now })
  await updatePaidPlan(tx, userId, entitlementOf(main, paid))
  await sendNotices(deps, tx, userId, noticesOf(before, after))
}

async function giveQuota(
  tx: Queryable,
  { userId, paid, before, now }: { userId: number; paid: PaidPeriod; before: SubscriptionRow | undefined; now: Date },
): Promise<void> {
  const change = quotaChangeOf(paid, givenQuotaOf(before))
  if (change?.kind === 'new month')
    await startNewPeriod(tx, { userId, ...change, now, reason: `month paid, ${change.tier}` })
  if (change?.kind === 'top up')
    await topUpMonth(tx, { userId, ...change, from: change.from as Tier, now, reason: `upgrade to ${change.to}` })
}
