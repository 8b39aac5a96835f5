import type { Books } from '../books.ts'
import { PAYMENT_WINDOW } from '../due.rules.ts'
import { prorate } from '../proration.rules.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Objects, SubscriptionItem } from '../wire.ts'
import { mergeMetadata } from './customers.ts'
import { draftInvoice, type LineInput } from './invoice-draft.ts'
import { addInvoice, collectInvoice, finalizeInvoice, voidInvoice } from './invoices.ts'
import { forgetPendingUpdate, isOver, planItem, setCancelAt, setCancellation, setPrice } from './subscription-state.ts'
import { assertPaid, type PaymentBehavior, recurringPrice } from './subscriptions.ts'

type Subscription = Objects['subscription']

export type UpdateInput = {
  items?: { id?: string | undefined; price?: string | undefined; quantity?: number | undefined }[] | undefined
  payment_behavior?: PaymentBehavior | undefined
  proration_behavior?: 'always_invoice' | 'create_prorations' | 'none' | undefined
  proration_date?: number | undefined
  off_session?: boolean | undefined
  cancel_at?: number | 'min_period_end' | 'max_period_end' | '' | undefined
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
  if (input.cancel_at !== undefined && input.cancel_at_period_end !== undefined)
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', {
      code: 'parameters_exclusive',
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
  if (input.cancel_at !== undefined) setCancelAt(books, subscription, momentOf(books, subscription, input.cancel_at))
}

function momentOf(books: Books, subscription: Subscription, at: NonNullable<UpdateInput['cancel_at']>): number | null {
  if (at === '') return null
  if (typeof at === 'string') return planItem(subscription).current_period_end
  if (at <= books.now) throw invalidRequest('`cancel_at` must be in the future.', { param: 'cancel_at' })
  return at
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
