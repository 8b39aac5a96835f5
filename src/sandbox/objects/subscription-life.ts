import { call } from '../api/call.ts'
import { PAYMENT_WINDOW } from '../due.rules.ts'
import { periodEndAfter } from '../months.rules.ts'
import type { Store } from '../store.ts'
import { noSuch } from '../stripe-error.ts'
import type { Invoice, Subscription } from '../wire.ts'
import { liveCustomer } from './customers.ts'
import { periodLine } from './invoice-draft.ts'
import {
  addInvoice,
  collectInvoice,
  dropPendingUpdate,
  finalizeInvoice,
  intentOf,
  settleInvoice,
  stopCollecting,
  voidInvoice,
} from './invoices.ts'
import {
  automaticTax,
  cancellation,
  forgetPendingUpdate,
  invoicesOf,
  isOver,
  periodOf,
  planItem,
  subscriptionOf,
} from './subscription-state.ts'

export const endCalls = {
  'DELETE /v1/subscriptions/:id': call({}, async ({ store, id }) => {
    const subscription = await store.get('subscription', id)
    if (isOver(subscription)) throw noSuch('subscription', id)
    await endSubscription(store, subscription, 'cancellation_requested')
    return subscription
  }),
  'DELETE /v1/customers/:id': call({}, ({ store, id }) => deleteCustomer(store, id)),
}

/** Deletes a customer, ends the subscriptions immediately, and removes the cards. */
export async function deleteCustomer(store: Store, id: string): Promise<object> {
  const customer = await liveCustomer(store, id)
  for (const subscription of await store.list('subscription', id))
    await endSubscription(store, subscription, 'cancellation_requested')
  for (const method of await store.list('payment_method', id)) method.customer = null
  store.emit('customer.deleted', customer)
  store.markDeleted(id)
  return { id, object: 'customer', deleted: true }
}

type EndReason = 'cancellation_requested' | 'payment_failed'

/** Ends a subscription now. Without a first payment it expires, and its invoices are voided. */
export async function endSubscription(store: Store, subscription: Subscription, reason: EndReason): Promise<void> {
  if (isOver(subscription)) return
  await settleWhatIsPaid(store, subscription)
  const wasIncomplete = subscription.status === 'incomplete'
  subscription.status = wasIncomplete ? 'incomplete_expired' : 'canceled'
  subscription.canceled_at ??= store.now
  subscription.ended_at = store.now
  subscription.cancellation_details = cancellation(reason)
  const pending = store.hidden(subscription).pendingInvoice
  forgetPendingUpdate(store, subscription)
  for (const invoice of await invoicesOf(store, subscription)) {
    if (invoice.status === 'open' && (wasIncomplete || invoice.id === pending)) await voidInvoice(store, invoice)
    else if (invoice.status === 'open' || invoice.status === 'draft') stopCollecting(store, invoice)
  }
  store.emit(wasIncomplete ? 'customer.subscription.updated' : 'customer.subscription.deleted', subscription)
}

/** Settles the invoices whose payment has succeeded, so that they stay paid. */
async function settleWhatIsPaid(store: Store, subscription: Subscription): Promise<void> {
  for (const invoice of await invoicesOf(store, subscription)) {
    const intent = await intentOf(store, invoice)
    if (intent?.status === 'succeeded') await settleInvoice(store, invoice, intent)
  }
}

/** Carries out the renewal, cancellation, or expiry that is due. */
export async function passTime(store: Store, subscription: Subscription): Promise<void> {
  if (subscription.status === 'incomplete' && store.now >= subscription.created + PAYMENT_WINDOW)
    return endSubscription(store, subscription, 'payment_failed')
  if (subscription.pending_update !== null && store.now >= subscription.pending_update.expires_at)
    return expirePendingUpdate(store, subscription)
  const isPeriodOver = store.now >= planItem(subscription).current_period_end
  const isCanceled = subscription.cancel_at !== null && store.now >= subscription.cancel_at
  if (isCanceled || (isPeriodOver && subscription.cancel_at_period_end))
    return endSubscription(store, subscription, 'cancellation_requested')
  if (isPeriodOver) await renew(store, subscription)
}

async function expirePendingUpdate(store: Store, subscription: Subscription): Promise<void> {
  await dropPendingUpdate(store, subscription)
  store.emit('customer.subscription.pending_update_expired', subscription)
  store.emit('customer.subscription.updated', subscription)
}

/** Begins a new period. Its invoice stays a draft for an hour and is then collected. */
async function renew(store: Store, subscription: Subscription): Promise<void> {
  const item = planItem(subscription)
  item.current_period_start = item.current_period_end
  item.current_period_end = periodEndAfter(subscription.billing_cycle_anchor, item.current_period_start)
  const invoice = await addInvoice(store, subscription, {
    reason: 'subscription_cycle',
    lines: [await periodLine(store, item.price, periodOf(item))],
  })
  if (invoice.automatic_tax.disabled_reason !== null)
    subscription.automatic_tax = { ...automaticTax(false), disabled_reason: 'requires_location_inputs' }
  store.emit('customer.subscription.updated', subscription)
}

/** Finalizes a draft, or tries again to collect an open invoice. After the last failure, the subscription ends. */
export async function advanceInvoice(store: Store, invoice: Invoice): Promise<void> {
  if (invoice.status === 'draft') await finalizeInvoice(store, invoice)
  await collectInvoice(store, invoice)
  if (invoice.status === 'open' && invoice.next_payment_attempt === null)
    await endSubscription(store, await subscriptionOf(store, invoice), 'payment_failed')
}
