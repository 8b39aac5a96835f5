import type { Books } from '../books.ts'
import type { Objects, SubscriptionItem } from '../wire.ts'

type Subscription = Objects['subscription']

export function planItem(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data
  if (item === undefined) throw new Error(`${subscription.id} has no item`)
  return item
}

export const isOver = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired'

export function setPrice(item: SubscriptionItem, price: Objects['price']): void {
  item.price = price
  item.plan = planOf(price)
}

/** The older shape of a price, which still stands beside it on every item. */
export const planOf = (price: Objects['price']): SubscriptionItem['plan'] => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})

export async function subscriptionOf(books: Books, invoice: Objects['invoice']): Promise<Subscription | undefined> {
  const id = invoice.parent?.subscription_details?.subscription
  return id === undefined ? undefined : books.find('subscription', id)
}

/** What a paid invoice means for its subscription. */
export async function afterPayment(books: Books, invoice: Objects['invoice']): Promise<void> {
  const subscription = await subscriptionOf(books, invoice)
  if (subscription === undefined || isOver(subscription)) return
  if (books.hidden(subscription).pendingInvoice === invoice.id) applyPendingUpdate(books, subscription)
  if (subscription.status === 'incomplete') subscription.status = 'active'
  if (subscription.status === 'past_due' && !(await hasOverdueInvoice(books, subscription)))
    subscription.status = 'active'
  books.emit('customer.subscription.updated', subscription)
}

/** What a failed try to pay an invoice means for its subscription. */
export async function afterFailure(books: Books, invoice: Objects['invoice']): Promise<void> {
  const subscription = await subscriptionOf(books, invoice)
  if (subscription === undefined || subscription.status !== 'active') return
  if (books.hidden(invoice).pendingUpdateOf !== undefined) return
  subscription.status = 'past_due'
  books.emit('customer.subscription.updated', subscription)
}

/** What giving an invoice up means for its subscription. */
export async function afterVoid(books: Books, invoice: Objects['invoice']): Promise<void> {
  const subscription = await subscriptionOf(books, invoice)
  if (subscription === undefined || isOver(subscription)) return
  if (books.hidden(subscription).pendingInvoice === invoice.id) forgetPendingUpdate(books, subscription)
  if (subscription.status === 'incomplete') {
    subscription.status = 'incomplete_expired'
    subscription.ended_at = books.now
  }
  if (subscription.status === 'past_due' && !(await hasOverdueInvoice(books, subscription)))
    subscription.status = 'active'
  books.emit('customer.subscription.updated', subscription)
}

/** Whether the plan ends with its period. What ends at a moment of its own goes on to do so. */
export function setCancellation(books: Books, subscription: Subscription, ends: boolean): void {
  const endsAtOwnMoment = subscription.cancel_at !== null && !subscription.cancel_at_period_end
  if (!ends && endsAtOwnMoment) return
  setCancelAt(books, subscription, ends ? planItem(subscription).current_period_end : null)
  subscription.cancel_at_period_end = ends
}

/**
 * The moment at which the plan ends, without the flag for the end of its period: what a cancellation in the billing
 * portal sets under flexible billing.
 */
export function setCancelAt(books: Books, subscription: Subscription, at: number | null): void {
  subscription.cancel_at = at
  subscription.cancel_at_period_end = false
  subscription.canceled_at = at === null ? null : books.now
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: at === null ? null : 'cancellation_requested',
  }
}

async function hasOverdueInvoice(books: Books, subscription: Subscription): Promise<boolean> {
  const invoices = await books.list('invoice', subscription.customer)
  return invoices.some(
    invoice =>
      invoice.status === 'open' &&
      invoice.attempted &&
      books.hidden(invoice).pendingUpdateOf === undefined &&
      invoice.parent?.subscription_details?.subscription === subscription.id,
  )
}

function applyPendingUpdate(books: Books, subscription: Subscription): void {
  const { subscription_items: items, cancel_at_period_end: ends } = subscription.pending_update ?? {}
  if (items?.[0] !== undefined) setPrice(planItem(subscription), items[0].price)
  if (typeof ends === 'boolean') setCancellation(books, subscription, ends)
  forgetPendingUpdate(books, subscription)
  books.emit('customer.subscription.pending_update_applied', subscription)
}

export function forgetPendingUpdate(books: Books, subscription: Subscription): void {
  subscription.pending_update = null
  delete books.hidden(subscription).pendingInvoice
}
