import type { User } from '#contract/account.ts'
import type { Account } from '../account/account.rules.ts'
import type { Deps } from '../deps.ts'
import { readSubscriptionRow } from '../payments/billing-state.usecases.ts'
import type { BillingLock } from '../payments/billing-lock.ts'
import { withOwnLock } from '../payments/own-lock.ts'
import { stripeOf } from '../payments/payments.ts'
import { endWithPaidMonth } from '../payments/end-subscription.usecases.ts'
import { type InvoiceFacts, isLive, mainSubscription, type SubscriptionFacts } from '../payments/stripe-facts.rules.ts'
import { syncCustomer } from '../payments/sync.usecases.ts'
import { Refusal } from '../shared/refusal.ts'
import { presentFresh } from './present.ts'

/** Ends the plan with the paid period. Done twice it is done once. */
export const cancelPlan = (deps: Deps, account: Account): Promise<User> =>
  withOwnLock(deps, account, (lock, current) => cancelUnderLock(deps, current, lock))

export async function cancelUnderLock(deps: Deps, account: Account, lock: BillingLock): Promise<User> {
  const { main, invoices } = await readLive(deps, account, lock)
  await endWithPaidMonth(stripeOf(deps), { subscription: main, invoices, now: deps.clock.now() })
  await syncCustomer(deps, lock)
  return presentFresh(deps, account)
}

/** Takes a cancellation back, as long as the paid period lasts. */
export function resumePlan(deps: Deps, owner: Account): Promise<User> {
  return withOwnLock(deps, owner, async (lock, account) => {
    const { main } = await readLive(deps, account, lock)
    if (main.cancelAtPeriodEnd) {
      await stripeOf(deps).subscriptions.update(main.id, { cancel_at_period_end: false })
      await syncCustomer(deps, lock)
    }
    return presentFresh(deps, account)
  })
}

type Live = { main: SubscriptionFacts; invoices: InvoiceFacts[] }

async function readLive(deps: Deps, account: Account, lock: BillingLock): Promise<Live> {
  const { subscriptions, invoices } = (await syncCustomer(deps, lock)) ?? { subscriptions: [], invoices: [] }
  const main = mainSubscription(subscriptions.filter(isLive))
  if (main === undefined) throw await noPlanToChange(deps, account)
  return { main, invoices }
}

async function noPlanToChange(deps: Deps, account: Account): Promise<Refusal> {
  if (account.tier !== 'free' && account.quotaRenewal === 'monthly')
    return new Refusal('NO_SUBSCRIPTION', { message: 'Your plan was given to you. Nothing is charged for it.' })
  const row = await readSubscriptionRow(deps, account.id)
  return new Refusal(row?.tier == null ? 'NO_SUBSCRIPTION' : 'SUBSCRIPTION_ENDED')
}
