import { z } from 'zod'
import { call, type CallInput } from '../api/call.ts'
import { filled, flag, type Params, whole } from '../api/params.ts'
import { PAYMENT_WINDOW } from '../due.rules.ts'
import { nulls } from '../fields.ts'
import type { Store } from '../store.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Invoice, Price, Subscription } from '../wire.ts'
import { changeLines, draftInvoice, periodLine } from './invoice-draft.ts'
import { addInvoice, chargeNow, dropPendingUpdate } from './invoices.ts'
import { isOver, periodOf, planItem, setCancelAt, setCancellation, setPrice } from './subscription-state.ts'

const newPrice = z.tuple([z.strictObject({ id: filled, price: filled })])

const updateParams = {
  items: newPrice.optional(),
  payment_behavior: z.literal('pending_if_incomplete').optional(),
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
      items: newPrice,
      proration_behavior: z.literal('always_invoice'),
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
  if (input.payment_behavior === 'pending_if_incomplete' && input.cancel_at !== undefined)
    throw invalidRequest(
      'When updating a subscription with `payment_behavior=pending_if_incomplete`, you cannot pass `cancel_at`.',
    )
  if (subscription.status === 'incomplete')
    throw invalidRequest('A subscription whose first payment is open cannot change its items.')
  await dropPendingUpdate(store, subscription)
  if (price.id === item.price.id) return
  if (input.proration_behavior === 'none') return setPrice(item, price)
  if (input.proration_behavior !== 'always_invoice' || input.payment_behavior === undefined)
    throw invalidRequest(
      'The sandbox changes plans with `proration_behavior=none`, or with `always_invoice` and `payment_behavior=pending_if_incomplete`.',
    )
  await invoiceChange(store, subscription, price, input)
}

async function priceOfChange(store: Store, subscription: Subscription, input: UpdateInput): Promise<Price> {
  const item = planItem(subscription)
  const [change] = input.items ?? []
  if (change?.id !== item.id)
    throw invalidRequest(`Invalid subscription item id '${change?.id}'`, { param: 'items[0][id]' })
  const { current_period_start: start, current_period_end: end } = item
  if (input.proration_date !== undefined && (input.proration_date < start || input.proration_date > end))
    throw invalidRequest('Cannot specify a proration date outside of the current period.', { param: 'proration_date' })
  return store.get('price', change.price, 'items[0][price]')
}

/** Invoices the change. It applies when the invoice is paid. */
async function invoiceChange(
  store: Store,
  subscription: Subscription,
  price: Price,
  { proration_date: at = store.now, cancel_at_period_end: ends }: UpdateInput,
): Promise<void> {
  const item = planItem(subscription)
  const invoice = await addInvoice(store, subscription, {
    reason: 'subscription_update',
    lines: await changeLines(store, item, { price, at }),
    period: { start: item.current_period_start, end: store.now },
  })
  const changedItem = structuredClone(item)
  setPrice(changedItem, price)
  subscription.pending_update = {
    cancel_at_period_end: ends ?? null,
    expires_at: store.now + PAYMENT_WINDOW,
    subscription_items: [changedItem],
    ...nulls('billing_cycle_anchor discount discounts metadata trial_end trial_from_plan'),
  }
  store.hidden(subscription).pendingInvoice = invoice.id
  await chargeNow(store, invoice)
}

/** The invoice that a plan change, or else the next renewal, would create. Nothing is stored. */
async function previewInvoice({ store, params: input }: CallInput<typeof previewParams>): Promise<Invoice> {
  const subscription = await store.get('subscription', input.subscription, 'subscription')
  const item = planItem(subscription)
  const { start, end } = periodOf(item)
  const { items, proration_date: at = store.now } = input.subscription_details ?? {}
  const param = 'subscription_details[items][0][price]'
  const lines =
    items === undefined
      ? [await periodLine(store, item.price, { start: end, end: end + (end - start) })]
      : await changeLines(store, item, { price: await store.get('price', items[0].price, param), at })
  const reason = items === undefined ? 'upcoming' : 'subscription_update'
  const invoice = await draftInvoice(store, subscription, { reason, lines, period: { start, end } })
  if (items !== undefined && invoice.parent?.subscription_details)
    invoice.parent.subscription_details.subscription_proration_date = at
  return { ...invoice, id: `upcoming_${invoice.id}` }
}
