import { newObject, nulls } from '../fields.ts'
import type { Store } from '../store.ts'
import type { Invoice, Parts, Price, Subscription, SubscriptionItem } from '../wire.ts'

export function planItem(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data
  if (item === undefined) throw new Error(`${subscription.id} has no item`)
  return item
}

export const periodOf = (item: SubscriptionItem): { start: number; end: number } => ({
  start: item.current_period_start,
  end: item.current_period_end,
})

export const isOver = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired'

/** Whether the subscription would be charged again at the end of its period. */
export const isRenewing = ({ status }: Subscription): boolean => status === 'active' || status === 'past_due'

export const automaticTax = (enabled: boolean): Subscription['automatic_tax'] => ({
  disabled_reason: null,
  enabled,
  liability: enabled ? { type: 'self' } : null,
})

type Cancellation = NonNullable<Subscription['cancellation_details']>
export const cancellation = (reason: Cancellation['reason']): Cancellation => ({
  ...nulls('comment feedback feedback_option'),
  reason,
})

export function setPrice(item: SubscriptionItem, price: Price): void {
  item.price = price
  item.plan = planOf(price)
}

/** The old form of a price, which Stripe still sends with every item. */
export const planOf = (price: Price): Parts['plan'] =>
  newObject('plan', price.created, {
    id: price.id,
    active: price.active,
    amount: price.unit_amount,
    billing_scheme: 'per_unit',
    currency: price.currency,
    interval: 'month',
    interval_count: 1,
    product: price.product,
    usage_type: 'licensed',
  })

export const subscriptionIdOf = ({ parent }: Invoice): string => parent?.subscription_details?.subscription ?? ''
export const subscriptionOf = (store: Store, invoice: Invoice): Promise<Subscription> =>
  store.get('subscription', subscriptionIdOf(invoice))

export const invoicesOf = async (store: Store, { id, customer }: Subscription): Promise<Invoice[]> =>
  (await store.list('invoice', customer)).filter(invoice => subscriptionIdOf(invoice) === id)

/** Updates the subscription after its invoice was paid. */
export async function afterPayment(store: Store, invoice: Invoice): Promise<void> {
  const subscription = await subscriptionOf(store, invoice)
  if (isOver(subscription)) return
  if (store.hidden(subscription).pendingInvoice === invoice.id) applyPendingUpdate(store, subscription)
  if (subscription.status === 'incomplete') subscription.status = 'active'
  await leavePastDue(store, subscription)
}

/** Updates the subscription after a failed attempt to pay its invoice. A failed upgrade changes nothing. */
export async function afterFailure(store: Store, invoice: Invoice): Promise<void> {
  const subscription = await subscriptionOf(store, invoice)
  if (subscription.status !== 'active' || invoice.billing_reason === 'subscription_update') return
  subscription.status = 'past_due'
  store.emit('customer.subscription.updated', subscription)
}

/** Updates the subscription after its invoice was voided. */
export async function afterVoid(store: Store, invoice: Invoice): Promise<void> {
  const subscription = await subscriptionOf(store, invoice)
  if (isOver(subscription)) return
  if (store.hidden(subscription).pendingInvoice === invoice.id) forgetPendingUpdate(store, subscription)
  if (subscription.status === 'incomplete') {
    subscription.status = 'incomplete_expired'
    subscription.ended_at = store.now
  }
  await leavePastDue(store, subscription)
}

/** Sets whether the plan ends with its period. Does not change a `cancel_at` that was set without the period. */
export function setCancellation(store: Store, subscription: Subscription, ends: boolean): void {
  const hasOwnEnd = subscription.cancel_at !== null && !subscription.cancel_at_period_end
  if (!ends && hasOwnEnd) return
  setCancelAt(store, subscription, ends ? planItem(subscription).current_period_end : null)
  subscription.cancel_at_period_end = ends
}

/** Sets the time at which the plan ends, without `cancel_at_period_end`, as Stripe's portal does with flexible billing. */
export function setCancelAt(store: Store, subscription: Subscription, at: number | null): void {
  subscription.cancel_at = at
  subscription.cancel_at_period_end = false
  subscription.canceled_at = at === null ? null : store.now
  subscription.cancellation_details = cancellation(at === null ? null : 'cancellation_requested')
}

const isOverdue = ({ status, attempted, billing_reason: reason }: Invoice): boolean =>
  status === 'open' && attempted && reason !== 'subscription_update'

/** Makes the subscription active again if nothing is overdue. */
async function leavePastDue(store: Store, subscription: Subscription): Promise<void> {
  if (subscription.status === 'past_due' && !(await invoicesOf(store, subscription)).some(isOverdue))
    subscription.status = 'active'
  store.emit('customer.subscription.updated', subscription)
}

function applyPendingUpdate(store: Store, subscription: Subscription): void {
  const { subscription_items: items, cancel_at_period_end: ends } = subscription.pending_update ?? {}
  if (items?.[0] !== undefined) setPrice(planItem(subscription), items[0].price)
  if (typeof ends === 'boolean') setCancellation(store, subscription, ends)
  forgetPendingUpdate(store, subscription)
  store.emit('customer.subscription.pending_update_applied', subscription)
}

export function forgetPendingUpdate(store: Store, subscription: Subscription): void {
  subscription.pending_update = null
  delete store.hidden(subscription).pendingInvoice
}
