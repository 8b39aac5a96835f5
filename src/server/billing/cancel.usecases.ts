import type { User } from '#contract/account.ts'
import type { Account } from '../account/account.rules.ts'
import type { Deps } from '../deps.ts'
import { readSubscriptionRow } from '../payments/billing-state.usecases.ts'
import { type BillingLock, withBillingLock } from '../payments/billing-lock.ts'
import { stripeOf } from '../payments/payments.ts'
import { endSubscription } from '../payments/end-subscription.usecases.ts'
import { isLive, mainSubscription, type SubscriptionFacts } from '../payments/stripe-facts.rules.ts'
import { syncCustomer } from '../payments/sync.usecases.ts'
import { Refusal } from '../shared/refusal.ts'
import { presentFresh } from './present.ts'

/** Ends the plan with the paid period. Done twice it is done once. */
export const cancelPlan = (deps: Deps, account: Account): Promise<User> =>
  withBillingLock(deps, account.id, lock => cancelUnderLock(deps, account, lock))

export async function cancelUnderLock(deps: Deps, account: Account, lock: BillingLock): Promise<User> {
  const main = await readLive(deps, lock)
  if (main === undefined) throw await noPlanToChange(deps, account)
  await cancel(deps, main)
  await syncCustomer(deps, lock)
  return presentFresh(deps, account)
}

async function cancel(deps: Deps, main: SubscriptionFacts): Promise<void> {
  if (main.hasPendingUpdate && main.latestInvoiceId !== null)
    await stripeOf(deps).invoices.voidInvoice(main.latestInvoiceId)
  if (main.status === 'active' || main.status === 'trialing') {
    if (!main.cancelAtPeriodEnd) await stripeOf(deps).subscriptions.update(main.id, { cancel_at_period_end: true })
    // The present month is not paid: nothing of it is left to keep, and nothing more may be charged.
  } else await endSubscription(stripeOf(deps), main)
}

/** Takes a cancellation back, as long as the paid period lasts. */
export function resumePlan(deps: Deps, account: Account): Promise<User> {
  return withBillingLock(deps, account.id, async lock => {
    const main = await readLive(deps, lock)
    if (main === undefined) throw await noPlanToChange(deps, account)
    if (main.cancelAtPeriodEnd) {
      await stripeOf(deps).subscriptions.update(main.id, { cancel_at_period_end: false })
      await syncCustomer(deps, lock)
    }
    return presentFresh(deps, account)
  })
}

async function readLive(deps: Deps, lock: BillingLock): Promise<SubscriptionFacts | undefined> {
  const facts = await syncCustomer(deps, lock)
  return mainSubscription((facts?.subscriptions ?? []).filter(isLive))
}

async function noPlanToChange(deps: Deps, account: Account): Promise<Refusal> {
  if (account.tier !== 'free' && account.quotaRenewal === 'monthly')
    return new Refusal('NO_SUBSCRIPTION', { message: 'Your plan was given to you. Nothing is charged for it.' })
  const row = await readSubscriptionRow(deps, account.id)
  return new Refusal(row?.tier == null ? 'NO_SUBSCRIPTION' : 'SUBSCRIPTION_ENDED')
}
