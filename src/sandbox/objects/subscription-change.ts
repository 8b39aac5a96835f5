import { z } from 'zod'
import { call, type CallInput } from '../api/call.ts'
import { filled, flag, type Params, whole } from '../api/params.ts'
import { nulls } from '../fields.ts'
import type { Store } from '../store.ts'
import { PAYMENT_WINDOW } from '../due.rules.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Objects, SubscriptionItem } from '../wire.ts'
import { draftInvoice, type LineInput, periodLine } from './invoice-draft.ts'
import { addInvoice, collectInvoice, finalizeInvoice, voidInvoice } from './invoices.ts'
import { forgetPendingUpdate, isOver, planItem, setCancelAt, setCancellation, setPrice } from './subscription-state.ts'
import { recurringPrice } from './subscriptions.ts'

type Subscription = Objects['subscription']

const updateParams = {
  items: z
    .array(z.strictObject({ id: filled, price: filled }))
    .length(1)
    .optional(),
  payment_behavior: z.enum(['allow_incomplete', 'pending_if_incomplete']).optional(),
  proration_behavior: z.enum(['always_invoice', 'none']).optional(),
  proration_date: whole.optional(),
  cancel_at: z.union([z.literal(''), whole]).optional(),
  cancel_at_period_end: flag.optional(),
}
type UpdateInput = Params<typeof updateParams>

const previewParams = {
  customer: filled.optional(),
  subscription: filled,
  subscription_details: z
    .strictObject({
      items: z.array(z.strictObject({ id: filled, price: filled })).optional(),
      proration_behavior: z.literal('always_invoice').optional(),
      proration_date: whole.optional(),
    })
    .optional(),
}

export const changeCalls = {
  'POST /v1/subscriptions/:id': call(updateParams, updateSubscription),
  'POST /v1/invoices/create_preview': call(previewParams, previewInvoice),
}

async function updateSubscription({ store, id, params: input }: CallInput<typeof updateParams>): Promise<Subscription> {
  const subscription = await store.get('subscription', id)
  if (isOver(subscription))
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'invalid_canceled_subscription_fields',
    })
  if (input.cancel_at !== undefined && input.cancel_at_period_end !== undefined)
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', {
      code: 'parameters_exclusive',
    })
  if (input.items !== undefined) await changePlan(store, subscription, input)
  await changeCancellation(store, subscription, input)
  store.emit('customer.subscription.updated', subscription)
  return subscription
}

async function changeCancellation(store: Store, subscription: Subscription, input: UpdateInput): Promise<void> {
  const { items, cancel_at: at, cancel_at_period_end: endsWithPeriod } = input
  const waitsForPayment = items !== undefined && subscription.pending_update !== null
  if (endsWithPeriod !== undefined && !waitsForPayment) setCancellation(store, subscription, endsWithPeriod)
  if (at === undefined) return
  if (at !== '' && at <= store.now) throw invalidRequest('`cancel_at` must be in the future.', { param: 'cancel_at' })
  setCancelAt(store, subscription, at === '' ? null : at)
}

async function changePlan(store: Store, subscription: Subscription, input: UpdateInput): Promise<void> {
  const item = planItem(subscription)
  const price = await priceOfChange(store, subscription, input)
  const behavior = input.payment_behavior ?? 'allow_incomplete'
  if (behavior === 'pending_if_incomplete' && input.cancel_at !== undefined)
    throw invalidRequest(
      'When updating a subscription with `payment_behavior=pending_if_incomplete`, you cannot pass `cancel_at`.',
    )
  if (subscription.status === 'incomplete')
    throw invalidRequest('A subscription whose first payment is open cannot change its items.')
  await dropPendingUpdate(store, subscription)
  if (price.id === item.price.id) return
  if (input.proration_behavior === 'none') return setPrice(item, price)
  if (input.proration_behavior !== 'always_invoice')
    throw invalidRequest('The sandbox prorates with always_invoice or none.', { param: 'proration_behavior' })
  await invoiceChange(store, subscription, {
    price,
    behavior,
    at: input.proration_date ?? store.now,
    ends: input.cancel_at_period_end ?? null,
  })
}

async function priceOfChange(store: Store, subscription: Subscription, input: UpdateInput): Promise<Objects['price']> {
  const item = planItem(subscription)
  const [change] = input.items ?? []
  if (change?.id !== item.id)
    throw invalidRequest(`Invalid subscription item id '${change?.id}'`, { param: 'items[0][id]' })
  const { current_period_start: start, current_period_end: end } = item
  if (input.proration_date !== undefined && (input.proration_date < start || input.proration_date > end))
    throw invalidRequest('Cannot specify a proration date outside of the current period.', { param: 'proration_date' })
  return recurringPrice(store, change.price)
}

async function invoiceChange(
  store: Store,
  subscription: Subscription,
  {
    price,
    behavior,
    at,
    ends,
  }: {
    price: Objects['price']
    behavior: NonNullable<UpdateInput['payment_behavior']>
    at: number
    ends: boolean | null
  },
): Promise<void> {
  const item = planItem(subscription)
  const customer = await store.get('customer', subscription.customer)
  const isPending = behavior === 'pending_if_incomplete'
  const lines = await changeLines(store, item, price, at)
  const invoice = addInvoice(
    store,
    draftInvoice(store, {
      customer,
      subscription,
      reason: 'subscription_update',
      lines,
      period: { start: item.current_period_start, end: store.now },
    }),
    isPending ? { pendingUpdateOf: subscription.id } : {},
  )
  subscription.latest_invoice = invoice.id
  if (isPending) {
    subscription.pending_update = pendingUpdate(store, item, { price, ends })
    store.hidden(subscription).pendingInvoice = invoice.id
  } else setPrice(item, price)
  await finalizeInvoice(store, invoice)
  await collectInvoice(store, invoice)
}

function pendingUpdate(
  store: Store,
  item: SubscriptionItem,
  { price, ends }: { price: Objects['price']; ends: boolean | null },
): NonNullable<Subscription['pending_update']> {
  const next = structuredClone(item)
  setPrice(next, price)
  return {
    cancel_at_period_end: ends,
    expires_at: store.now + PAYMENT_WINDOW,
    subscription_items: [next],
    ...nulls('billing_cycle_anchor discount discounts metadata trial_end trial_from_plan'),
  }
}

/** A new change replaces one that is still waiting for its payment. */
async function dropPendingUpdate(store: Store, subscription: Subscription): Promise<void> {
  const id = store.hidden(subscription).pendingInvoice
  if (id === undefined) return
  forgetPendingUpdate(store, subscription)
  const invoice = await store.get('invoice', id)
  if (invoice.status === 'open') await voidInvoice(store, invoice)
}

/** A credit for the unused time at the old price, and a charge for the same time at the new one. */
async function changeLines(
  store: Store,
  item: SubscriptionItem,
  price: Objects['price'],
  at: number,
): Promise<LineInput[]> {
  const month = { start: item.current_period_start, end: item.current_period_end }
  const period = { start: at, end: item.current_period_end }
  const shareLeft = Math.min(1, Math.max(0, (month.end - at) / (month.end - month.start)))
  const credit = Math.round((item.price.unit_amount ?? 0) * shareLeft)
  const debit = Math.round((price.unit_amount ?? 0) * shareLeft)
  const oldProduct = await store.get('product', item.price.product)
  const newProduct = await store.get('product', price.product)
  const day = new Date(at * 1000).toISOString().slice(0, 10)
  const common = { period, item: item.id, isProration: true }
  return [
    { ...common, amount: -credit, price: item.price, description: `Unused time on ${oldProduct.name} after ${day}` },
    { ...common, amount: debit, price, description: `Remaining time on ${newProduct.name} after ${day}` },
  ]
}

/** What a plan change would cost now (always_invoice), or what the next renewal will cost. Nothing is stored. */
async function previewInvoice({ store, params: input }: CallInput<typeof previewParams>): Promise<Objects['invoice']> {
  const subscription = await store.get('subscription', input.subscription, 'subscription')
  const customer = await store.get('customer', subscription.customer)
  const item = planItem(subscription)
  const details = input.subscription_details ?? {}
  const wanted = details.items?.[0]?.price
  const price =
    wanted === undefined ? item.price : await store.get('price', wanted, 'subscription_details[items][0][price]')
  const isChange = details.proration_behavior === 'always_invoice' && price.id !== item.price.id
  const at = details.proration_date ?? store.now
  const start = item.current_period_end
  const product = await store.get('product', price.product)
  const nextMonth = { start, end: start + (item.current_period_end - item.current_period_start) }
  const lines = isChange
    ? await changeLines(store, item, price, at)
    : [periodLine({ product: product.name, price, item: item.id, period: nextMonth })]
  const invoice = draftInvoice(store, {
    customer,
    subscription,
    reason: isChange ? 'subscription_update' : 'upcoming',
    lines,
    period: { start: item.current_period_start, end: item.current_period_end },
  })
  if (isChange && invoice.parent?.subscription_details)
    invoice.parent.subscription_details.subscription_proration_date = at
  return { ...invoice, id: `upcoming_${invoice.id}` }
}
