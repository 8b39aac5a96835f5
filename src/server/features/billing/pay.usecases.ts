import Stripe from 'stripe'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import type { Deps } from '#server/features/deps.ts'
import { withOwnLock } from '#server/money/payments/own-lock.ts'
import {
  type InvoiceFacts,
  isLive,
  mainSubscription,
  openInvoiceOf,
} from '#server/money/payments/stripe-facts.rules.ts'
import type { CustomerFacts } from '#server/money/payments/stripe-facts.rules.ts'
import { syncCustomer } from '#server/money/payments/sync.usecases.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { PlanChangeReply } from './changing.ts'
import { actionOf, type ChargeOutcome, readOutcome } from './charge-outcome.ts'
import { ensureDefaultCard } from './default-card.ts'
import { readLivePlan } from './live-plan.ts'
import { presentCurrentUser } from './present.ts'
import { type Charge, orUnconfirmed } from './unconfirmed.ts'

/** Retries the failed charge with the current default card. Does nothing if it has been paid in the meantime. */
export function payInvoice(deps: Deps, owner: Account): Promise<PlanChangeReply> {
  return withOwnLock(deps, owner, async (lock, account) => {
    const { facts } = await readLivePlan(deps, account, lock)
    const open = findOpenInvoice(facts)
    if (open === undefined) return presentCurrentUser(deps, account)
    await ensureDefaultCard(deps, facts)
    return orUnconfirmed(deps, 'payment', async send => {
      const outcome = await charge(stripeOf(deps), open.id, send)
      await syncCustomer(deps, lock)
      return actionOf(outcome) ?? presentCurrentUser(deps, account)
    })
  })
}

/** The failed charge of the current month, if any. */
export function findOpenInvoice({ subscriptions, invoices }: CustomerFacts): InvoiceFacts | undefined {
  const main = mainSubscription(subscriptions.filter(isLive))
  return main === undefined || main.status === 'incomplete' || main.hasPendingUpdate
    ? undefined
    : openInvoiceOf(main, invoices)
}

export async function charge(
  stripe: Stripe,
  invoiceId: string,
  send: Charge = request => request(),
): Promise<ChargeOutcome> {
  try {
    await send(() => stripe.invoices.pay(invoiceId))
  } catch (error) {
    const { StripeCardError, StripeInvalidRequestError } = Stripe.errors
    if (!(error instanceof StripeCardError) && !(error instanceof StripeInvalidRequestError)) throw error
    const outcome = await readOutcome(stripe, invoiceId)
    if (outcome.kind !== 'declined') return outcome
    // Only a card error is a decline. Any other error about an unpaid invoice is our own fault.
    if (error instanceof StripeInvalidRequestError) throw error
    return { kind: 'declined', message: error.message }
  }
  return { kind: 'paid' }
}

/** Syncs after the browser has confirmed a payment. */
export function refreshPlan(deps: Deps, owner: Account) {
  return withOwnLock(deps, owner, async (lock, account) => {
    if (deps.payments.stripe === null) throw new Refusal('PAYMENTS_UNAVAILABLE')
    await syncCustomer(deps, lock)
    return presentCurrentUser(deps, account)
  })
}
