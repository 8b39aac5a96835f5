import type Stripe from 'stripe'
import type { Deps } from '#server/money/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { unlessMissing } from '#server/money/provider/stripe-errors.ts'
import { type BillingLock, withBillingLock } from './billing-lock.ts'
import { findUserOfCustomer } from './customer.repository.ts'
import { type HandledEvent, insertHandledEvent, isEventHandled } from './event.repository.ts'
import { type EventForm, isKnownType, subjectOf } from './event.rules.ts'
import { sendDisputeNotice } from './notices.ts'
import { syncPurchase, syncPurchaseOfIntent } from './purchase.usecases.ts'
import { stopRenewal } from './stop-renewal.usecases.ts'
import { findInvoicePayment, idOf } from './stripe-reading.ts'
import { type ReturnedCharge, writeReturnedCharge } from './sync.repository.ts'
import { syncCustomer } from './sync.usecases.ts'

/**
 * Handles an event: reads the current state of its subject from the provider, and stores it. Repeated, late, or
 * reordered events do no harm. Throws on failure, so that the provider sends the event again.
 */
export async function handleEvent(deps: Deps, event: EventForm): Promise<void> {
  if (!isKnownType(event.type) || (await isEventHandled(deps.db, event.id))) return
  const { object, previous_attributes: previous } = event.data
  const subject = subjectOf(event.type, object, previous ?? {})
  const { sessionId, intentId } = subject
  const handled = { id: event.id, type: event.type, createdAt: new Date(event.created * 1000) }
  if (sessionId !== null) await syncPurchase(deps, sessionId)
  if (intentId !== null) await syncPurchaseOfIntent(deps, intentId)
  const customerId = subject.customerId ?? (await readCustomerOfIntent(deps, intentId))
  const userId = customerId === null ? undefined : await findUserOfCustomer(deps.db, customerId)
  if (event.type === 'charge.dispute.created') return handleDispute(deps, handled, { userId, intentId })
  if (userId === undefined) return void (await insertHandledEvent(deps.db, handled, deps.clock.now()))
  await withBillingLock(deps, userId, async lock => {
    if (intentId !== null) await syncReturnedCharge(deps, lock, intentId)
    await syncCustomer(deps, lock, handled)
  })
}

/** The customer of a payment. Disputes only name the payment. */
async function readCustomerOfIntent(deps: Deps, intentId: string | null): Promise<string | null> {
  if (intentId === null) return null
  const intent = await unlessMissing(stripeOf(deps).paymentIntents.retrieve(intentId))
  if (intent === undefined)
    deps.log.warn({ intentId }, 'an event names a payment that the payment provider does not know')
  return idOf(intent?.customer)
}

/** Stores what the card of a plan's invoice got back. */
async function syncReturnedCharge(deps: Deps, lock: BillingLock, intentId: string): Promise<void> {
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

/** Stops charging a customer who disputes a charge, and tells the operator, who has to respond to the bank. */
async function handleDispute(
  deps: Deps,
  event: HandledEvent,
  { userId, intentId }: { userId: number | undefined; intentId: string | null },
): Promise<void> {
  if (userId !== undefined)
    await withBillingLock(deps, userId, async lock => {
      await stopRenewal(deps, lock)
      if (intentId !== null) await syncReturnedCharge(deps, lock, intentId)
    })
  await deps.db.transaction(async tx => {
    if (await insertHandledEvent(tx, event, deps.clock.now()))
      await sendDisputeNotice(deps, tx, { userId: userId ?? null, eventId: event.id })
  })
}
