import type Stripe from 'stripe'
import type { Deps } from '#server/money/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import type { BillingLock } from './billing-lock.ts'
import { findInvoicePayment } from './stripe-reading.ts'
import { type ReturnedCharge, writeReturnedCharge } from './sync.repository.ts'
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
  const charge = payment?.intent.latest_charge
  if (payment === undefined || typeof charge !== 'object' || charge === null) return null
  return { invoiceId: payment.invoiceId, refundedCents: charge.amount_refunded, isDisputed: charge.disputed }
}
