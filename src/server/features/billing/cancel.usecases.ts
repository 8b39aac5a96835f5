import type Stripe from 'stripe'
import type { User } from '#contract/accounts/account.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import { presentCurrentUser } from '#server/features/account/present-user.ts'
import type { Deps } from '#server/features/deps.ts'
import type { BillingLock } from '#server/money/payments/billing-lock.ts'
import { endWithPaidMonth, resumeSubscription } from '#server/money/payments/end-subscription.usecases.ts'
import { withOwnLock } from '#server/money/payments/own-lock.ts'
import { isUnsettled, type SubscriptionFacts } from '#server/money/payments/stripe-facts.rules.ts'
import { syncCustomer } from '#server/money/payments/sync.usecases.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { readOutcome, stillProcessing } from './charge-outcome.ts'
import { ensureDefaultCard } from './default-card.ts'
import { readLivePlan } from './live-plan.ts'
import { orUnconfirmed } from './unconfirmed.ts'

/** Ends the plan at the end of the paid period. Safe to repeat. */
export const cancelPlan = (deps: Deps, account: Account): Promise<User> =>
  withOwnLock(deps, account, (lock, current) => cancelUnderLock(deps, current, lock))

export async function cancelUnderLock(deps: Deps, account: Account, lock: BillingLock): Promise<User> {
  const { main, facts } = await readLivePlan(deps, account, lock)
  await refuseWhileSettling(stripeOf(deps), main)
  return orUnconfirmed(deps, 'change', async () => {
    await endWithPaidMonth(stripeOf(deps), {
      subscription: main,
      invoices: facts.invoices,
      now: deps.clock.now(),
    })
    await syncCustomer(deps, lock)
    return presentCurrentUser(deps, account)
  })
}

/** Refuses to cancel while a payment is being settled, because it would pay for a month that the plan no longer has. */
async function refuseWhileSettling(stripe: Stripe, subscription: SubscriptionFacts): Promise<void> {
  const { latestInvoiceId } = subscription
  if (!isUnsettled(subscription) || latestInvoiceId === null) return
  if ((await readOutcome(stripe, latestInvoiceId)).kind === 'processing') throw stillProcessing()
}

/**
 * Undoes a cancellation during the paid period, if there is a card for the next charge. This is also allowed after a
 * dispute, because many disputes are mistakes, and by clicking Resume the customer agrees to be charged. An operator
 * who suspects fraud can disable the account, which ends the plan.
 */
export function resumePlan(deps: Deps, owner: Account): Promise<User> {
  return withOwnLock(deps, owner, async (lock, account) => {
    const { main, facts } = await readLivePlan(deps, account, lock)
    if (main.cancelAt === null) return presentCurrentUser(deps, account)
    await ensureDefaultCard(deps, facts)
    return orUnconfirmed(deps, 'change', async () => {
      await resumeSubscription(stripeOf(deps), main.id)
      await syncCustomer(deps, lock)
      return presentCurrentUser(deps, account)
    })
  })
}
