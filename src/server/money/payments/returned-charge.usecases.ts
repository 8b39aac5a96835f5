import type Stripe from 'stripe'
import type { Deps } from '#server/money/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { isMissing } from '#server/money/provider/stripe-errors.ts'
import type { BillingLock } from './billing-lock.ts'
import { type ReturnedCharge, writeReturnedCharge } from './returned-charge.repository.ts'
import { idOf } from './stripe-reading.ts'
import { syncCustomer } from './sync.usecases.ts'

export async function syncReturnedCharge(deps: Deps, lock: BillingLock, intentId: string): Promise<void> {
  const returned = await readReturnedCharge(stripeOf(deps), intentId)
  if (returned === null || (await writeReturnedCharge(deps.db, lock.userId, returned))) return
  // The event about the refund can come before the one about the invoice.
  await syncCustomer(deps, lock)
  await writeReturnedCharge(deps.db, lock.userId, returned)
}

/** Null for a payment without an invoice, such as one for a lead package. */
async function readReturnedCharge(stripe: Stripe, intentId: string): Promise<ReturnedCharge | null> {
  const payment = await findInvoicePayment(stripe, intentId)
  const intent = payment?.payment.payment_intent
  const charge = typeof intent === 'object' ? intent.latest_charge : null
  const invoiceId = idOf(payment?.invoice)
  if (invoiceId === null || charge === null || typeof charge === 'string') return null
  return { invoiceId, refundedCents: charge.amount_refunded, isDisputed: charge.disputed }
}

async function findInvoicePayment(stripe: Stripe, intentId: string): Promise<Stripe.InvoicePayment | undefined> {
  try {
    const { data } = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intentId },
      limit: 1,
      expand: ['data.payment.payment_intent.latest_charge'],
    })
    return data[0]
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
