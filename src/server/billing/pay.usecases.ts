import Stripe from 'stripe'
import type { Account } from '../account/account.rules.ts'
import type { Deps } from '../deps.ts'
import { withOwnLock } from '../payments/own-lock.ts'
import { stripeOf } from '../payments/payments.ts'
import { type InvoiceFacts, isLive, mainSubscription, openInvoiceOf } from '../payments/stripe-facts.rules.ts'
import type { CustomerFacts } from '../payments/stripe-facts.rules.ts'
import { syncCustomer } from '../payments/sync.usecases.ts'
import { Refusal } from '../shared/refusal.ts'
import type { Changed } from './changing.ts'
import { type ChargeOutcome, declined, readOutcome, stillProcessing } from './charge-outcome.ts'
import { presentFresh } from './present.ts'

/** Tries the failed charge again, with the card that pays now. Nothing open is nothing to pay. */
export function payInvoice(deps: Deps, owner: Account): Promise<Changed> {
  return withOwnLock(deps, owner, async (lock, account) => {
    const facts = await syncCustomer(deps, lock)
    const open = facts === null ? undefined : findOpenInvoice(facts)
    if (open === undefined) return presentFresh(deps, account)
    const outcome = await charge(stripeOf(deps), open.id)
    await syncCustomer(deps, lock)
    if (outcome.kind === 'action') return { requiresAction: true, clientSecret: outcome.clientSecret }
    if (outcome.kind === 'declined') throw declined(outcome.message)
    if (outcome.kind === 'processing') throw stillProcessing()
    return presentFresh(deps, account)
  })
}

/** The charge of the month that has begun, where it has failed. */
export function findOpenInvoice({ subscriptions, invoices }: CustomerFacts): InvoiceFacts | undefined {
  const main = mainSubscription(subscriptions.filter(isLive))
  return main === undefined || main.status === 'incomplete' || main.hasPendingUpdate
    ? undefined
    : openInvoiceOf(main, invoices)
}

export async function charge(stripe: Stripe, invoiceId: string): Promise<ChargeOutcome> {
  try {
    await stripe.invoices.pay(invoiceId)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    const outcome = await readOutcome(stripe, invoiceId)
    return outcome.kind === 'declined' ? { kind: 'declined', message: error.message } : outcome
  }
  return { kind: 'paid' }
}

/** Reads the provider again after the browser has confirmed a payment. */
export function refreshPlan(deps: Deps, owner: Account) {
  return withOwnLock(deps, owner, async (lock, account) => {
    if (deps.payments.stripe === null) throw new Refusal('PAYMENTS_UNAVAILABLE')
    await syncCustomer(deps, lock)
    return presentFresh(deps, account)
  })
}
