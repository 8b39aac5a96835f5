import type { Deps } from '#server/money/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import type { BillingLock } from './billing-lock.ts'
import { findCustomerId } from './customer.repository.ts'
import { type CustomerFacts, isLive, isUnsettled } from './stripe-facts.rules.ts'
import { findInvoicePayment, idOf } from './stripe-reading.ts'
import { writePaymentReceived } from './sync.repository.ts'
import { syncCustomer } from './sync.usecases.ts'

export type Settlement =
  /** The paid plan is active. */
  | 'settled'
  /** The bank has approved the payment. The provider settles the invoice some seconds later. */
  | 'settling'
  /** The payment does not belong to a plan of this user. */
  | 'foreign'

/** Syncs with the provider. If a successful payment has not been settled yet, records that it was received. */
export async function readSettlement(deps: Deps, lock: BillingLock, intentId: string): Promise<Settlement> {
  const customerId = await findCustomerId(deps.db, lock.userId, deps.payments.mode)
  const payment = customerId === undefined ? undefined : await findInvoicePayment(stripeOf(deps), intentId)
  if (payment === undefined || idOf(payment.intent.customer) !== customerId) return 'foreign'
  const facts = await syncCustomer(deps, lock)
  const waiting = facts === null ? undefined : waitingFor(facts, payment.invoiceId)
  if (waiting === undefined) return 'settled'
  if (payment.intent.status === 'succeeded') await writePaymentReceived(deps.db, waiting, deps.clock.now())
  return 'settling'
}

/** The live subscription that this invoice would settle; undefined if there is none. */
const waitingFor = ({ subscriptions }: CustomerFacts, invoiceId: string): string | undefined =>
  subscriptions.find(
    subscription => isLive(subscription) && subscription.latestInvoiceId === invoiceId && isUnsettled(subscription),
  )?.id
