import type Stripe from 'stripe'
import type { PaidTier } from '#contract/plans.ts'
import { presentCurrentUser } from '#server/features/account/present-user.ts'
import type { Deps } from '#server/features/deps.ts'
import { voidInvoice } from '#server/money/payments/end-subscription.usecases.ts'
import { withIdempotencyKey } from '#server/money/payments/idempotency.usecases.ts'
import { priceIdOf } from '#server/money/payments/prices.usecases.ts'
import { paidPeriodOf, type SubscriptionFacts } from '#server/money/payments/stripe-facts.rules.ts'
import { idOf } from '#server/money/payments/stripe-reading.ts'
import {
  chargeNext,
  syncCustomer,
  writeEndRemovedByUpgrade,
  writeReplacedDowngrade,
} from '#server/money/payments/sync.usecases.ts'
import { addTaxes, planWithoutTax } from '#server/money/payments/taxes.usecases.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import type { PlanChangeReply, Changing } from './changing.ts'
import { actionOf, readOutcome } from './charge-outcome.ts'
import { ensureDefaultCard } from './default-card.ts'

/** Upgrades immediately and charges for the remaining days. A failed charge changes nothing. */
export async function upgrade(deps: Deps, changing: Changing, main: SubscriptionFacts): Promise<PlanChangeReply> {
  const { account, lock, facts, charge } = changing
  const stripe = stripeOf(deps)
  await ensureDefaultCard(deps, facts)
  // The sync has tried before. Here the reason why it failed is what the customer must know.
  const untaxed = planWithoutTax(deps, facts)
  if (untaxed !== undefined) await addTaxes(deps, facts, untaxed)
  const price = await priceIdOf(stripe, changing.choice.tier)
  await setDowngradeAside(deps, account.id, main, paidPeriodOf(main, facts.invoices)?.tier)
  // With the upgrade, the provider removes a cancellation at the end of the period. The sync removes any other end date.
  await writeEndRemovedByUpgrade(deps.db, main.id, main.endsOnOwnDate ? main.cancelAt : null)
  const subscription = await charge(() => chargeUpgrade(deps, main, { ...changing, price }))
  const invoiceId = idOf(subscription.latest_invoice)
  const outcome =
    subscription.pending_update === null || invoiceId === null
      ? ({ kind: 'paid' } as const)
      : await readOutcome(stripe, invoiceId)
  // Voiding the invoice also drops the upgrade.
  if (outcome.kind === 'declined' && invoiceId !== null) await voidInvoice(stripe, invoiceId)
  await syncCustomer(deps, lock)
  return actionOf(outcome) ?? presentCurrentUser(deps, account)
}

/** Unschedules a downgrade, so that unused days of the paid plan are refunded. If the upgrade fails, it is restored. */
async function setDowngradeAside(
  deps: Deps,
  userId: number,
  main: SubscriptionFacts,
  paidTier: PaidTier | undefined,
): Promise<void> {
  if (paidTier === undefined || paidTier === main.itemTier) return
  await writeReplacedDowngrade(deps.db, main.id, main.itemTier)
  await chargeNext(deps, { userId, subscription: main, tier: paidTier })
}

async function chargeUpgrade(
  deps: Deps,
  main: SubscriptionFacts,
  { account, choice, facts, price }: Changing & { price: string },
): Promise<Stripe.Subscription> {
  const update = (options: Stripe.RequestOptions) =>
    stripeOf(deps).subscriptions.update(
      main.id,
      {
        items: [{ id: main.itemId, price }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        ...(choice.prorationDate === undefined ? {} : { proration_date: choice.prorationDate }),
        ...(main.cancelAt === null || main.endsOnOwnDate ? {} : { cancel_at_period_end: false }),
      },
      options,
    )
  if (choice.requestId === undefined) return update({})
  const state = [main.latestInvoiceId, facts.cards.find(({ isDefault }) => isDefault)?.id]
  const key = ['upgrade', account.id, choice.tier, choice.requestId, ...state].join(':')
  return withIdempotencyKey(deps, key, idempotencyKey => update({ idempotencyKey }))
}
