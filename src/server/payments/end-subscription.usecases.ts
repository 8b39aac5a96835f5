import type Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { withBillingLock } from './billing-lock.ts'
import { findCustomerId } from './customer.repository.ts'
import { stripeOf } from './payments.ts'
import { isLive, type SubscriptionFacts } from './stripe-facts.rules.ts'
import { readCustomer } from './stripe-reading.ts'
import { syncCustomer } from './sync.usecases.ts'

/** Ends a subscription now. What is open of it is not asked for any more. */
export async function endSubscription(stripe: Stripe, subscription: SubscriptionFacts): Promise<void> {
  if (isLive(subscription)) await stripe.subscriptions.cancel(subscription.id)
  await voidOpenInvoices(stripe, subscription.id)
}

async function voidOpenInvoices(stripe: Stripe, subscriptionId: string): Promise<void> {
  const { data: open } = await stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: 100 })
  for (const { id } of open) await stripe.invoices.voidInvoice(id)
}

/**
 * For an account that is deleted: nothing is charged any more, and the provider forgets the customer with their cards.
 * Throws when the provider does not answer; the account must then stay, or it would be charged on and on.
 */
export async function endSubscriptionForGood(deps: Deps, account: { id: number }): Promise<void> {
  if (deps.payments.mode === 'off') return
  const customerId = await findCustomerId(deps.db, account.id, deps.payments.mode)
  if (customerId === undefined) return
  await withBillingLock(deps, account.id, async lock => {
    const stripe = stripeOf(deps)
    const { subscriptions, isDeleted } = await readCustomer(stripe, customerId)
    for (const subscription of subscriptions.filter(isLive)) await endSubscription(stripe, subscription)
    if (!isDeleted) await stripe.customers.del(customerId)
    await syncCustomer(deps, lock)
  })
}
