import type { Books } from '../books.ts'
import { newId } from '../ids.ts'
import { nextOnAnchor } from '../months.rules.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Objects, SubscriptionItem } from '../wire.ts'
import { liveCustomer } from './customers.ts'
import { draftInvoice, periodLine } from './invoice-draft.ts'
import { addInvoice, collectInvoice, finalizeInvoice, intentOf, noCard, paymentError } from './invoices.ts'
import { planItem, planOf } from './subscription-state.ts'

type Subscription = Objects['subscription']
export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete'

export type CreateInput = {
  customer: string
  items: { price: string; quantity?: number | undefined }[]
  payment_behavior?: PaymentBehavior | undefined
  default_payment_method?: string | undefined
  metadata?: Record<string, string> | undefined
  description?: string | undefined
  automatic_tax?: { enabled: boolean } | undefined
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
  const isTaxed = input.automatic_tax?.enabled === true
  return books.add('subscription', {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: {
      disabled_reason: null,
      enabled: isTaxed,
      liability: isTaxed ? { type: 'self' } : null,
    },
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

export async function recurringPrice(books: Books, id: string): Promise<Objects['price']> {
  const price = await books.get('price', id, 'items[0][price]')
  if (price.recurring?.interval !== 'month')
    throw invalidRequest('The sandbox knows monthly prices only.', { param: 'items[0][price]' })
  if (!price.active)
    throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, {
      param: 'items[0][price]',
    })
  return price
}

export async function assertPaid(books: Books, invoice: Objects['invoice']): Promise<void> {
  const intent = await intentOf(books, invoice)
  if (intent !== undefined && intent.status !== 'succeeded') throw paymentError(intent)
}
