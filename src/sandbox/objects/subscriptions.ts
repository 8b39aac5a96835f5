import { z } from 'zod'
import { call, type CallInput, list, retrieve } from '../api/call.ts'
import { filled, flag, metadata, type Params } from '../api/params.ts'
import { listOf, newId, newObject, nulls } from '../fields.ts'
import { periodEndAfter } from '../months.rules.ts'
import type { Store } from '../store.ts'
import type { Price, Subscription, SubscriptionItem } from '../wire.ts'
import { liveCustomer } from './customers.ts'
import { periodLine } from './invoice-draft.ts'
import { addInvoice, chargeNow, noCard } from './invoices.ts'
import { cancellation, periodOf, planItem, planOf } from './subscription-state.ts'

const subscriptionParams = {
  customer: filled,
  items: z.tuple([z.strictObject({ price: filled })]),
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
  const price = await store.get('price', input.items[0].price, 'items[0][price]')
  if (customer.invoice_settings.default_payment_method === null) throw noCard()
  const subscription = newSubscription(store, input, price)
  const invoice = await addInvoice(store, subscription, {
    reason: 'subscription_create',
    lines: [await periodLine(store, price, periodOf(planItem(subscription)))],
    period: { start: store.now, end: store.now },
  })
  store.emit('customer.subscription.created', subscription)
  await chargeNow(store, invoice)
  return subscription
}

function newSubscription(store: Store, input: SubscriptionInput, price: Price): Subscription {
  const id = newId('sub')
  const isTaxed = input.automatic_tax?.enabled === true
  return store.add('subscription', {
    id,
    automatic_tax: { disabled_reason: null, enabled: isTaxed, liability: isTaxed ? { type: 'self' } : null },
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
