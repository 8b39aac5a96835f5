import { z } from 'zod'
import { call, type CallInput, list, retrieve } from '../api/call.ts'
import { filled, flag, metadata, type Params, whole } from '../api/params.ts'
import { PAYMENT_WINDOW } from '../due.rules.ts'
import { listOf, newId, newObject, nulls } from '../fields.ts'
import { periodEndAfter } from '../months.rules.ts'
import type { Store } from '../store.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Invoice, Price, Subscription, SubscriptionItem } from '../wire.ts'
import { liveCustomer } from './customers.ts'
import { changeLines, draftInvoice, periodLine } from './invoice-draft.ts'
import { addInvoice, chargeNow, dropPendingUpdate, noCard } from './invoices.ts'
import {
  automaticTax,
  cancellation,
  isOver,
  periodOf,
  planItem,
  planOf,
  setCancelAt,
  setCancellation,
  setPrice,
} from './subscription-state.ts'
import { assertTaxLocation } from './taxes.ts'

const subscriptionParams = {
  customer: filled,
  items: z.tuple([z.strictObject({ price: filled })]),
  payment_behavior: z.literal('allow_incomplete').optional(),
  metadata: metadata.optional(),
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
}
type SubscriptionInput = Params<typeof subscriptionParams>

const newPrice = z.tuple([z.strictObject({ id: filled, price: filled })])

const updateParams = {
  items: newPrice.optional(),
  payment_behavior: z.literal('pending_if_incomplete').optional(),
  proration_behavior: z.enum(['always_invoice', 'none']).optional(),
  proration_date: whole.optional(),
  cancel_at: z.union([z.literal(''), whole]).optional(),
  cancel_at_period_end: flag.optional(),
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
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

const subscriptionFilters = { customer: filled.optional(), status: z.enum(['active', 'all']).optional() }

export const subscriptionCalls = {
  'POST /v1/subscriptions': call(subscriptionParams, createSubscription),
  'GET /v1/subscriptions': list('subscription', subscriptionFilters, {
    isWanted: ({ status }, { status: wanted }) =>
      wanted === undefined ? status !== 'canceled' : wanted === 'all' || status === wanted,
  }),
  'GET /v1/subscriptions/:id': retrieve('subscription'),
  'POST /v1/subscriptions/:id': call(updateParams, updateSubscription),
  'POST /v1/invoices/create_preview': call(previewParams, previewInvoice),
}

async function createSubscription({ store, params }: CallInput<typeof subscriptionParams>): Promise<Subscription> {
  const customer = await liveCustomer(store, params.customer)
  const price = await store.get('price', params.items[0].price, 'items[0][price]')
  if (customer.invoice_settings.default_payment_method === null) throw noCard()
  const subscription = newSubscription(store, params, price)
  const invoice = await addInvoice(store, subscription, {
    reason: 'subscription_create',
    lines: [await periodLine(store, price, periodOf(planItem(subscription)))],
  })
  store.emit('customer.subscription.created', subscription)
  await chargeNow(store, invoice)
  return subscription
}

function newSubscription(store: Store, input: SubscriptionInput, price: Price): Subscription {
  const id = newId('sub')
  return store.add('subscription', {
    id,
    automatic_tax: automaticTax(input.automatic_tax?.enabled === true),
    billing_cycle_anchor: store.now,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: store.now },
    cancellation_details: cancellation(null),
    collection_method: 'charge_automatically',
    currency: price.currency,
    customer: input.customer,
    invoice_settings: { ...nulls('account_tax_ids custom_fields description footer'), issuer: { type: 'self' } },
    items: listOf(`/v1/subscription_items?subscription=${id}`, [newItem(store, id, price)]),
    metadata: input.metadata ?? {},
    start_date: store.now,
    status: 'incomplete',
  })
}

const newItem = (store: Store, subscription: string, price: Price): SubscriptionItem =>
  newObject('subscription_item', store.now, {
    id: newId('si'),
    current_period_end: periodEndAfter(store.now, store.now),
    current_period_start: store.now,
    plan: planOf(price),
    price: structuredClone(price),
    quantity: 1,
    subscription,
    tax_rates: [],
  })

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
  if (input.automatic_tax !== undefined) await changeTax(store, subscription, input)
  if (input.items !== undefined) await changePlan(store, subscription, input)
  await changeCancellation(store, subscription, input)
  store.emit('customer.subscription.updated', subscription)
  return subscription
}

/** Applies to the next invoices. */
async function changeTax(store: Store, subscription: Subscription, input: UpdateInput): Promise<void> {
  const isTaxed = input.automatic_tax?.enabled === true
  if (input.payment_behavior === 'pending_if_incomplete')
    throw invalidRequest(
      'When updating a subscription with `payment_behavior=pending_if_incomplete`, you cannot pass `automatic_tax`.',
    )
  if (subscription.status === 'incomplete')
    throw invalidRequest('A subscription whose first payment is open cannot change its taxes.')
  if (isTaxed) assertTaxLocation(store, await store.get('customer', subscription.customer))
  subscription.automatic_tax = automaticTax(isTaxed)
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
  const { items: [change] = [], proration_date: at, proration_behavior: proration } = input
  const { start, end } = periodOf(item)
  if (change?.id !== item.id)
    throw invalidRequest(`Invalid subscription item id '${change?.id}'`, { param: 'items[0][id]' })
  if (at !== undefined && (at < start || at > end))
    throw invalidRequest('Cannot specify a proration date outside of the current period.', { param: 'proration_date' })
  if (input.payment_behavior === 'pending_if_incomplete' && input.cancel_at !== undefined)
    throw invalidRequest(
      'When updating a subscription with `payment_behavior=pending_if_incomplete`, you cannot pass `cancel_at`.',
    )
  if (subscription.status === 'incomplete')
    throw invalidRequest('A subscription whose first payment is open cannot change its items.')
  const price = await store.get('price', change.price, 'items[0][price]')
  await dropPendingUpdate(store, subscription)
  if (price.id === item.price.id) return
  if (proration === 'none') return setPrice(item, price)
  if (proration === undefined || input.payment_behavior === undefined)
    throw invalidRequest(
      'The sandbox changes plans with `proration_behavior=none`, or with `always_invoice` and `payment_behavior=pending_if_incomplete`.',
    )
  await invoiceChange(store, subscription, price, input)
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
  })
  const changedItem = structuredClone(item)
  setPrice(changedItem, price)
  subscription.pending_update = {
    cancel_at_period_end: ends ?? null,
    expires_at: Math.min(store.now + PAYMENT_WINDOW, item.current_period_end),
    subscription_items: [changedItem],
    ...nulls('billing_cycle_anchor discount discounts metadata trial_end trial_from_plan'),
  }
  store.hidden(subscription).pendingInvoice = invoice.id
  await chargeNow(store, invoice)
}

/** The invoice that a plan change, or else the next renewal, would create. Nothing is stored. */
async function previewInvoice({ store, params }: CallInput<typeof previewParams>): Promise<Invoice> {
  const subscription = await store.get('subscription', params.subscription, 'subscription')
  const item = planItem(subscription)
  const { start, end } = periodOf(item)
  const { items, proration_date: at = store.now } = params.subscription_details ?? {}
  const param = 'subscription_details[items][0][price]'
  const lines =
    items === undefined
      ? [await periodLine(store, item.price, { start: end, end: end + (end - start) })]
      : await changeLines(store, item, { price: await store.get('price', items[0].price, param), at })
  const reason = items === undefined ? 'upcoming' : 'subscription_update'
  const invoice = await draftInvoice(store, subscription, { reason, lines })
  return { ...invoice, id: `upcoming_${invoice.id}` }
}
