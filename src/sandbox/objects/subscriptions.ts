import { z } from 'zod'
import { call, type CallInput, list, retrieve } from '../api/call.ts'
import { filled, flag, metadata, type Params } from '../api/params.ts'
import { emptyLists, newId, nulls } from '../fields.ts'
import { periodEndAfter } from '../months.rules.ts'
import type { Store } from '../store.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Objects, SubscriptionItem } from '../wire.ts'
import { liveCustomer } from './customers.ts'
import { periodLine } from './invoice-draft.ts'
import { addInvoice, chargeNow, noCard } from './invoices.ts'
import { cancellation, periodOf, planItem, planOf } from './subscription-state.ts'

type Subscription = Objects['subscription']

const subscriptionParams = {
  customer: filled,
  items: z.array(z.strictObject({ price: filled })).length(1),
  payment_behavior: z.literal('allow_incomplete').optional(),
  metadata: metadata.optional(),
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
}
type SubscriptionInput = Params<typeof subscriptionParams>

const subscriptionFilters = { customer: filled.optional(), status: z.enum(['active', 'all']).optional() }

export const subscriptionCalls = {
  'POST /v1/subscriptions': call(subscriptionParams, createSubscription),
  'GET /v1/subscriptions': list('subscription', subscriptionFilters, {
    isWanted: ({ status }, { status: wanted }) =>
      wanted === undefined ? status !== 'canceled' : wanted === 'all' || status === wanted,
  }),
  'GET /v1/subscriptions/:id': retrieve('subscription'),
}

async function createSubscription({
  store,
  params: input,
}: CallInput<typeof subscriptionParams>): Promise<Subscription> {
  const customer = await liveCustomer(store, input.customer)
  const price = await recurringPrice(store, input.items[0]?.price ?? '')
  if (customer.invoice_settings.default_payment_method === null) throw noCard()
  const subscription = newSubscription(store, input, price)
  const item = planItem(subscription)
  const invoice = await addInvoice(store, subscription, {
    reason: 'subscription_create',
    lines: [await periodLine(store, item, { price, period: periodOf(item) })],
    period: { start: store.now, end: store.now },
  })
  store.emit('customer.subscription.created', subscription)
  await chargeNow(store, invoice)
  return subscription
}

function newSubscription(store: Store, input: SubscriptionInput, price: Objects['price']): Subscription {
  const id = newId('sub')
  const isTaxed = input.automatic_tax?.enabled === true
  return store.add('subscription', {
    id,
    object: 'subscription',
    automatic_tax: { disabled_reason: null, enabled: isTaxed, liability: isTaxed ? { type: 'self' } : null },
    billing_cycle_anchor: store.now,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: store.now },
    cancel_at_period_end: false,
    cancellation_details: cancellation(null),
    collection_method: 'charge_automatically',
    created: store.now,
    currency: price.currency,
    customer: input.customer,
    invoice_settings: { ...nulls('account_tax_ids custom_fields description footer'), issuer: { type: 'self' } },
    items: {
      object: 'list',
      data: [newItem(store, id, price)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    livemode: false,
    metadata: input.metadata ?? {},
    start_date: store.now,
    status: 'incomplete',
    ...emptyLists('billing_schedules default_tax_rates discounts'),
    ...nulls('application application_fee_percent billing_cycle_anchor_config billing_thresholds cancel_at'),
    ...nulls('default_payment_method description payment_settings trial_settings'),
    ...nulls('canceled_at customer_account days_until_due default_source ended_at latest_invoice'),
    ...nulls('managed_payments next_pending_invoice_item_invoice on_behalf_of pause_collection'),
    ...nulls('pending_invoice_item_interval pending_setup_intent pending_update schedule test_clock'),
    ...nulls('transfer_data trial_end trial_start'),
  })
}

const newItem = (store: Store, subscription: string, price: Objects['price']): SubscriptionItem => ({
  id: newId('si'),
  object: 'subscription_item',
  billing_thresholds: null,
  created: store.now,
  current_period_end: periodEndAfter(store.now, store.now),
  current_period_start: store.now,
  current_trial: null,
  metadata: {},
  plan: planOf(price),
  price: structuredClone(price),
  quantity: 1,
  subscription,
  ...emptyLists('discounts tax_rates'),
})

export async function recurringPrice(store: Store, id: string): Promise<Objects['price']> {
  const price = await store.get('price', id, 'items[0][price]')
  if (price.recurring === null)
    throw invalidRequest('The price specified is not recurring.', { param: 'items[0][price]' })
  if (!price.active)
    throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, {
      param: 'items[0][price]',
    })
  return price
}
