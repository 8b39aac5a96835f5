import type { Books } from '../books.ts'
import { PAYMENT_WINDOW } from '../due.rules.ts'
import { newId } from '../ids.ts'
import { nextOnAnchor } from '../months.rules.ts'
import { prorate } from '../proration.rules.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Objects, SubscriptionItem } from '../wire.ts'
import { liveCustomer, mergeMetadata } from './customers.ts'
import { draftInvoice, type LineInput, periodLine } from './invoice-draft.ts'
import { addInvoice, collectInvoice, finalizeInvoice, intentOf, noCard, paymentError, voidInvoice } from './invoices.ts'
import { forgetPendingUpdate, isOver, planItem, planOf, setCancellation, setPrice } from './subscription-state.ts'

type Subscription = Objects['subscription']
type PaymentBehavior = 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete'

export type CreateInput = {
  customer: string
  items: { price: string; quantity?: number | undefined }[]
  payment_behavior?: PaymentBehavior | undefined
  default_payment_method?: string | undefined
  metadata?: Record<string, string> | undefined
  description?: string | undefined
}

export async function createSubscription(books: Books, input: CreateInput): Promise<Subscription> {
  const customer = await liveCustomer(books, input.customer)
  const [wanted] = input.items
  if (wanted === undefined || input.items.length > 1)
    throw invalidRequest('The sandbox knows subscriptions of one item.', { param: 'items' })
  const price = await recurringPrice(books, wanted.price)
  const waits = input.payment_behavior === 'default_incomplete'
  if (!waits && (input.default_payment_method ?? customer.invoice_settings.default_payment_method) === null)
    throw noCard()
  const subscription = newSubscription(books, input, price)
  const item = planItem(subscription)
  const period = { start: item.current_period_start, end: item.current_period_end }
  const product = await books.get('product', price.product)
  const lines = [periodLine({ product: product.name, price, item: item.id, period })]
  const invoice = addInvoice(
    books,
    draftInvoice(books, {
      customer,
      subscription,
      reason: 'subscription_create',
      lines,
      period: { start: books.now, end: books.now },
    }),
  )
  subscription.latest_invoice = invoice.id
  books.emit('customer.subscription.created', subscription)
  await finalizeInvoice(books, invoice)
  if (!waits || invoice.amount_due === 0) await collectInvoice(books, invoice)
  if (input.payment_behavior === 'error_if_incomplete') await assertPaid(books, invoice)
  return subscription
}

function newSubscription(books: Books, input: CreateInput, price: Objects['price']): Subscription {
  const id = newId('sub')
  return books.add('subscription', {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: books.now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: books.now },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: books.now,
    currency: price.currency,
    customer: input.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: input.default_payment_method ?? null,
    default_source: null,
    default_tax_rates: [],
    description: input.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [newItem(books, id, price)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata ?? {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: books.now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: null,
  })
}

const newItem = (books: Books, subscription: string, price: Objects['price']): SubscriptionItem => ({
  id: newId('si'),
  object: 'subscription_item',
  billing_thresholds: null,
  created: books.now,
  current_period_end: nextOnAnchor(books.now, books.now, price.recurring?.interval_count ?? 1),
  current_period_start: books.now,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planOf(price),
  price: structuredClone(price),
  quantity: 1,
  subscription,
  tax_rates: [],
})

async function recurringPrice(books: Books, id: string): Promise<Objects['price']> {
  const price = await books.get('price', id, 'items[0][price]')
  if (price.recurring?.interval !== 'month')
    throw invalidRequest('The sandbox knows monthly prices only.', { param: 'items[0][price]' })
  if (!price.active)
    throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, {
      param: 'items[0][price]',
    })
  return price
}

async function assertPaid(books: Books, invoice: Objects['invoice']): Promise<void> {
  const intent = await intentOf(books, invoice)
  if (intent !== undefined && intent.status !== 'succeeded') throw paymentError(intent)
}

export type UpdateInput = {
  items?: { id?: string | undefined; price?: string | undefined; quantity?: number | undefined }[] | undefined
  payment_behavior?: PaymentBehavior | undefined
  proration_behavior?: 'always_invoice' | 'create_prorations' | 'none' | undefined
  proration_date?: number | undefined
  off_session?: boolean | undefined
  cancel_at_period_end?: boolean | undefined
  default_payment_method?: string | undefined
  metadata?: Record<string, string> | undefined
  description?: string | undefined
  cancellation_details?: { comment?: string | undefined; feedback?: string | undefined } | undefined
}

export async function updateSubscription(books: Books, id: string, input: UpdateInput): Promise<Subscription> {
  const subscription = await books.get('subscription', id)
  if (isOver(subscription))
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'invalid_canceled_subscription_fields',
    })
  if (input.items !== undefined) await changePlan(books, subscription, input)
  await changeRest(books, subscription, input)
  books.emit('customer.subscription.updated', subscription)
  return subscription
}

async function changeRest(books: Books, subscription: Subscription, input: UpdateInput): Promise<void> {
  if (input.metadata !== undefined) subscription.metadata = mergeMetadata(subscription.metadata, input.metadata)
  subscription.description = input.description ?? subscription.description
  if (input.default_payment_method !== undefined)
    subscription.default_payment_method =
      input.default_payment_method === ''
        ? null
        : (await books.get('payment_method', input.default_payment_method, 'default_payment_method')).id
  const waitsForPayment = input.items !== undefined && subscription.pending_update !== null
  if (input.cancel_at_period_end !== undefined && !waitsForPayment)
    setCancellation(books, subscription, input.cancel_at_period_end)
}

const allowedWhilePending = new Set([
  'items',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'off_session',
  'cancel_at_period_end',
])

async function changePlan(books: Books, subscription: Subscription, input: UpdateInput): Promise<void> {
  const item = planItem(subscription)
  const price = await priceOfChange(books, subscription, input)
  const behavior = input.payment_behavior ?? 'allow_incomplete'
  const other = Object.entries(input).find(([name, value]) => value !== undefined && !allowedWhilePending.has(name))
  if (behavior === 'pending_if_incomplete' && other !== undefined)
    throw invalidRequest(
      `When updating a subscription with \`payment_behavior=pending_if_incomplete\`, you cannot pass \`${other[0]}\`.`,
    )
  if (subscription.status === 'incomplete')
    throw invalidRequest('A subscription whose first payment is open cannot change its items.')
  await dropPendingUpdate(books, subscription)
  if (price.id === item.price.id) return
  if (input.proration_behavior === 'none') return setPrice(item, price)
  if (input.proration_behavior !== 'always_invoice')
    throw invalidRequest('The sandbox prorates by always_invoice or none.', { param: 'proration_behavior' })
  await invoiceChange(books, subscription, {
    price,
    behavior,
    at: input.proration_date ?? books.now,
    ends: input.cancel_at_period_end ?? null,
  })
}

async function priceOfChange(books: Books, subscription: Subscription, input: UpdateInput): Promise<Objects['price']> {
  const item = planItem(subscription)
  const [change] = input.items ?? []
  if (change?.id !== undefined && change.id !== item.id)
    throw invalidRequest(`Invalid subscription item id '${change.id}'`, { param: 'items[0][id]' })
  if (change?.id === undefined || input.items?.length !== 1)
    throw invalidRequest('The sandbox knows subscriptions of one item: name it by its id.', { param: 'items' })
  const { current_period_start: start, current_period_end: end } = item
  if (input.proration_date !== undefined && (input.proration_date < start || input.proration_date > end))
    throw invalidRequest('Cannot specify a proration date outside of the current period.', { param: 'proration_date' })
  return change.price === undefined ? item.price : recurringPrice(books, change.price)
}

async function invoiceChange(
  books: Books,
  subscription: Subscription,
  {
    price,
    behavior,
    at,
    ends,
  }: { price: Objects['price']; behavior: PaymentBehavior; at: number; ends: boolean | null },
): Promise<void> {
  const item = planItem(subscription)
  const customer = await books.get('customer', subscription.customer)
  const isPending = behavior === 'pending_if_incomplete'
  const lines = await changeLines(books, item, price, at)
  const invoice = addInvoice(
    books,
    draftInvoice(books, {
      customer,
      subscription,
      reason: 'subscription_update',
      lines,
      period: { start: item.current_period_start, end: books.now },
    }),
    isPending ? { pendingUpdateOf: subscription.id } : {},
  )
  subscription.latest_invoice = invoice.id
  if (isPending) {
    subscription.pending_update = pendingUpdate(books, item, { price, ends })
    books.hidden(subscription).pendingInvoice = invoice.id
  } else setPrice(item, price)
  await finalizeInvoice(books, invoice)
  await collectInvoice(books, invoice)
  if (behavior === 'error_if_incomplete') await assertPaid(books, invoice)
}

function pendingUpdate(
  books: Books,
  item: SubscriptionItem,
  { price, ends }: { price: Objects['price']; ends: boolean | null },
): NonNullable<Subscription['pending_update']> {
  const next = structuredClone(item)
  setPrice(next, price)
  return {
    billing_cycle_anchor: null,
    cancel_at_period_end: ends,
    discount: null,
    discounts: null,
    expires_at: books.now + PAYMENT_WINDOW,
    metadata: null,
    subscription_items: [next],
    trial_end: null,
    trial_from_plan: null,
  }
}

/** A new wish takes the place of one that still waits for its payment. */
async function dropPendingUpdate(books: Books, subscription: Subscription): Promise<void> {
  const id = books.hidden(subscription).pendingInvoice
  if (id === undefined) return
  forgetPendingUpdate(books, subscription)
  const invoice = await books.get('invoice', id)
  if (invoice.status === 'open') await voidInvoice(books, invoice)
}

/** Credit for the unused time at the old price, charge for the same time at the new one. */
export async function changeLines(
  books: Books,
  item: SubscriptionItem,
  price: Objects['price'],
  at: number,
): Promise<LineInput[]> {
  const whole = { start: item.current_period_start, end: item.current_period_end }
  const period = { start: at, end: item.current_period_end }
  const oldAmount = item.price.unit_amount ?? 0
  const { credit, debit } = prorate({ oldAmount, newAmount: price.unit_amount ?? 0, period: whole, at })
  const oldProduct = await books.get('product', item.price.product)
  const newProduct = await books.get('product', price.product)
  const day = new Date(at * 1000).toISOString().slice(0, 10)
  const common = { period, item: item.id, isProration: true }
  return [
    { ...common, amount: -credit, price: item.price, description: `Unused time on ${oldProduct.name} after ${day}` },
    { ...common, amount: debit, price, description: `Remaining time on ${newProduct.name} after ${day}` },
  ]
}
