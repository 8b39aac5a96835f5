import type { Deps } from '#server/money/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { unlessMissing } from '#server/money/provider/stripe-errors.ts'
import { withBillingLock } from './billing-lock.ts'
import { findUserOfCustomer } from './customer.repository.ts'
import { type HandledEvent, insertHandledEvent, isEventHandled } from './event.repository.ts'
import { type EventForm, isKnownType, subjectOf } from './event.rules.ts'
import { sendDisputeNotice } from './notices.ts'
import { syncPurchase, syncPurchaseOfIntent } from './purchase.usecases.ts'
import { syncReturnedCharge } from './returned-charge.usecases.ts'
import { stopRenewal } from './stop-renewal.usecases.ts'
import { idOf } from './stripe-reading.ts'
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
