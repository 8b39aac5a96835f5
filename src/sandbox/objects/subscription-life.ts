import type { Books } from '../books.ts'
import { PAYMENT_WINDOW } from '../due.rules.ts'
import { HOUR, nextOnAnchor } from '../months.rules.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Objects } from '../wire.ts'
import { draftInvoice, periodLine } from './invoice-draft.ts'
import { addInvoice, intentOf, settleInvoice, stopCollecting, voidInvoice } from './invoices.ts'
import { forgetPendingUpdate, isOver, planItem } from './subscription-state.ts'

type Subscription = Objects['subscription']
type EndReason = NonNullable<NonNullable<Subscription['cancellation_details']>['reason']>

/** Ends a subscription now. One whose first payment never came expires, and owes nothing. */
export async function endSubscription(books: Books, subscription: Subscription, reason: EndReason): Promise<void> {
  if (isOver(subscription)) return
  await settleWhatIsPaid(books, subscription)
  const wasIncomplete = subscription.status === 'incomplete'
  subscription.status = wasIncomplete ? 'incomplete_expired' : 'canceled'
  subscription.canceled_at ??= books.now
  subscription.ended_at = books.now
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason }
  const pending = books.hidden(subscription).pendingInvoice
  forgetPendingUpdate(books, subscription)
  for (const invoice of await books.list('invoice', subscription.customer)) {
    if (invoice.parent?.subscription_details?.subscription !== subscription.id) continue
    if (invoice.status === 'open' && (wasIncomplete || invoice.id === pending)) await voidInvoice(books, invoice)
    else if (invoice.status === 'open' || invoice.status === 'draft') stopCollecting(books, invoice)
  }
  books.emit(wasIncomplete ? 'customer.subscription.updated' : 'customer.subscription.deleted', subscription)
}

/** What was paid already and only waits to be settled stays paid. */
async function settleWhatIsPaid(books: Books, { id, customer }: Subscription): Promise<void> {
  for (const invoice of await books.list('invoice', customer)) {
    if (invoice.status !== 'open' || invoice.parent?.subscription_details?.subscription !== id) continue
    const intent = await intentOf(books, invoice)
    if (intent?.status === 'succeeded') await settleInvoice(books, invoice, intent)
  }
}

/** DELETE /v1/subscriptions/:id. */
export async function cancelSubscription(books: Books, id: string): Promise<Subscription> {
  const subscription = await books.get('subscription', id)
  if (isOver(subscription))
    throw invalidRequest(`No such subscription: '${id}'`, { code: 'resource_missing', param: 'id' })
  await endSubscription(books, subscription, 'cancellation_requested')
  return subscription
}

/** What time brings to a subscription whose moment has come. */
export async function passTime(books: Books, subscription: Subscription): Promise<void> {
  if (subscription.status === 'incomplete' && books.now >= subscription.created + PAYMENT_WINDOW)
    return endSubscription(books, subscription, 'payment_failed')
  if (subscription.pending_update !== null && books.now >= subscription.pending_update.expires_at)
    return expirePendingUpdate(books, subscription)
  const isPeriodOver = books.now >= planItem(subscription).current_period_end
  const isCancelled = subscription.cancel_at !== null && books.now >= subscription.cancel_at
  if (isCancelled || (isPeriodOver && subscription.cancel_at_period_end))
    return endSubscription(books, subscription, 'cancellation_requested')
  if (isPeriodOver) await renew(books, subscription)
}

async function expirePendingUpdate(books: Books, subscription: Subscription): Promise<void> {
  const id = books.hidden(subscription).pendingInvoice
  const invoice = id === undefined ? undefined : await books.find('invoice', id)
  forgetPendingUpdate(books, subscription)
  if (invoice?.status === 'open') await voidInvoice(books, invoice)
  books.emit('customer.subscription.pending_update_expired', subscription)
  books.emit('customer.subscription.updated', subscription)
}

/** A new period begins; its invoice stays a draft for an hour, and is then collected. */
async function renew(books: Books, subscription: Subscription): Promise<void> {
  const item = planItem(subscription)
  const start = item.current_period_end
  const end = nextOnAnchor(subscription.billing_cycle_anchor, start, item.price.recurring?.interval_count ?? 1)
  const customer = await books.get('customer', subscription.customer)
  const product = await books.get('product', item.price.product)
  const line = periodLine({ product: product.name, price: item.price, item: item.id, period: { start, end } })
  const invoice = draftInvoice(books, {
    customer,
    subscription,
    reason: 'subscription_cycle',
    lines: [line],
    period: { start: item.current_period_start, end: start },
  })
  item.current_period_start = start
  item.current_period_end = end
  invoice.automatically_finalizes_at = books.now + HOUR
  addInvoice(books, invoice)
  subscription.latest_invoice = invoice.id
  books.emit('customer.subscription.updated', subscription)
}
