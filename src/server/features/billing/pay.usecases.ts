import Stripe from 'stripe'
import type { PaymentConfirmation } from '#contract/billing/billing.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import { presentCurrentUser } from '#server/features/account/present-user.ts'
import type { Deps } from '#server/features/deps.ts'
import { withOwnLock } from '#server/money/payments/own-lock.ts'
import { readSettlement } from '#server/money/payments/payment-settlement.usecases.ts'
import {
  type CustomerFacts,
  type InvoiceFacts,
  mainSubscription,
  openInvoiceOf,
} from '#server/money/payments/stripe-facts.rules.ts'
import { syncCustomer } from '#server/money/payments/sync.usecases.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { limitPerId } from '#server/platform/limits/limited-caller.ts'
import { hitRateLimit } from '#server/platform/limits/rate-limit.ts'
import type { PlanChangeReply } from './changing.ts'
import { actionOf, type ChargeOutcome, readOutcome } from './charge-outcome.ts'
import { ensureDefaultCard } from './default-card.ts'
import { readLivePlan } from './live-plan.ts'
import { orUnconfirmed } from './unconfirmed.ts'

/** Retries the failed charge with the current default card. Does nothing if it has been paid in the meantime. */
export function payInvoice(deps: Deps, owner: Account): Promise<PlanChangeReply> {
  return withOwnLock(deps, owner, (lock, account) =>
    orUnconfirmed(deps, 'payment', async charge => {
      const { facts } = await readLivePlan(deps, account, lock)
      const open = findOpenInvoice(facts)
      if (open === undefined) return presentCurrentUser(deps, account)
      await ensureDefaultCard(deps, facts)
      const outcome = await charge(() => pay(stripeOf(deps), open.id))
      await syncCustomer(deps, lock)
      return actionOf(outcome) ?? presentCurrentUser(deps, account)
    }),
  )
}

/** The failed charge of the current month, if any. */
export function findOpenInvoice({ subscriptions, invoices }: CustomerFacts): InvoiceFacts | undefined {
  const main = mainSubscription(subscriptions)
  return main === undefined || main.status === 'incomplete' || main.hasPendingUpdate
    ? undefined
    : openInvoiceOf(main, invoices)
}

/** Tries to pay an invoice. Does not fail if it is already paid. */
export async function pay(stripe: Stripe, invoiceId: string): Promise<ChargeOutcome> {
  try {
    await stripe.invoices.pay(invoiceId)
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
  stripeOf(deps)
  return withOwnLock(deps, owner, (lock, account) =>
    orUnconfirmed(deps, 'sent payment', async () => {
      await syncCustomer(deps, lock)
      return presentCurrentUser(deps, account)
    }),
  )
}

/** Several pages may wait for a late settlement, and each one sends about ten requests. */
export const questionLimit = limitPerId({ name: 'questions about payments', limit: 120, windowSeconds: 3600 })

export async function confirmPayment(
  deps: Deps,
  owner: Account,
  paymentIntentId: string,
): Promise<PaymentConfirmation> {
  stripeOf(deps)
  await hitRateLimit(deps.db, questionLimit(owner.id), deps.clock.now())
  return withOwnLock(deps, owner, (lock, account) =>
    orUnconfirmed(deps, 'sent payment', async () => {
      const payment = await readSettlement(deps, lock, paymentIntentId)
      return { payment, user: await presentCurrentUser(deps, account) }
    }),
  )
}
