import { z } from 'zod'
import { call, type CallInput, list, retrieve } from '../api/call.ts'
import { filled, whole } from '../api/params.ts'
import { listOf, newObject } from '../fields.ts'
import { DAY } from '../months.rules.ts'
import type { Store } from '../store.ts'
import { cardError, invalidRequest, type StripeError } from '../stripe-error.ts'
import type { Invoice, Parts, PaymentIntent, Subscription } from '../wire.ts'
import { addTax, type DraftInput, draftInvoice } from './invoice-draft.ts'
import { cardOf } from './payment-methods.ts'
import { attemptPayment, cancelIntent, createIntent, declineOf } from './payments.ts'
import { afterFailure, afterPayment, afterVoid, forgetPendingUpdate, subscriptionIdOf } from './subscription-state.ts'

const invoiceFilters = {
  customer: filled.optional(),
  subscription: filled.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
}
const updateParams = {
  auto_advance: z.literal('false').optional(),
  automatic_tax: z.strictObject({ enabled: z.literal('true') }).optional(),
}
const paymentParams = {
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: filled }),
  limit: whole.optional(),
}

export const invoiceCalls = {
  'GET /v1/invoices': list('invoice', invoiceFilters, {
    isWanted: (invoice, { subscription = subscriptionIdOf(invoice), status = invoice.status }) =>
      subscriptionIdOf(invoice) === subscription && invoice.status === status,
  }),
  'GET /v1/invoices/:id': retrieve('invoice'),
  'POST /v1/invoices/:id': call(updateParams, updateInvoice),
  'POST /v1/invoices/:id/pay': call({}, payInvoice),
  'POST /v1/invoices/:id/void': call({}, async ({ store, id }) => voidInvoice(store, await store.get('invoice', id))),
  'GET /v1/invoice_payments': call(paymentParams, listPayments),
}

async function updateInvoice({ store, id, params }: CallInput<typeof updateParams>): Promise<Invoice> {
  const invoice = await store.get('invoice', id)
  if (params.auto_advance !== undefined) stopCollecting(store, invoice)
  if (params.automatic_tax === undefined) return invoice
  if (invoice.status !== 'draft') throw invalidRequest("Finalized invoices can't be updated in this way.")
  addTax(store, invoice, await store.get('customer', invoice.customer ?? ''))
  return invoice
}

async function listPayments({ store, path, params }: CallInput<typeof paymentParams>): Promise<object> {
  const intent = await store.get('payment_intent', params.payment.payment_intent, 'payment[payment_intent]')
  const { invoice } = store.hidden(intent)
  return listOf(path, invoice === undefined ? [] : [paymentOf(await store.get('invoice', invoice), intent)])
}

/** A failed renewal is retried this many days after the first try. */
const RETRY_DAYS = [3, 5, 7]

/** Adds an invoice to a subscription, as a draft. */
export async function addInvoice(store: Store, subscription: Subscription, input: DraftInput): Promise<Invoice> {
  const invoice = store.add('invoice', await draftInvoice(store, subscription, input))
  subscription.latest_invoice = invoice.id
  return invoice
}

/** Finalizes an invoice and tries to collect it, without the hour's wait of a renewal. */
export async function chargeNow(store: Store, invoice: Invoice): Promise<void> {
  await finalizeInvoice(store, invoice)
  await collectInvoice(store, invoice)
}

/** Turns a draft into an open invoice with a number, its pages, and a payment intent. */
export async function finalizeInvoice(store: Store, invoice: Invoice): Promise<void> {
  const customer = await store.get('customer', invoice.customer ?? '')
  const sequence = customer.next_invoice_sequence ?? 1
  customer.next_invoice_sequence = sequence + 1
  customer.currency = invoice.currency
  customer.balance = Math.min(0, customer.balance + invoice.total)
  invoice.ending_balance = customer.balance
  invoice.number = `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`
  invoice.status = 'open'
  invoice.status_transitions.finalized_at = store.now
  invoice.automatically_finalizes_at = null
  invoice.hosted_invoice_url = `${store.environment.address}/invoice/${invoice.id}`
  // The page can be printed. The sandbox has no PDF files.
  invoice.invoice_pdf = invoice.hosted_invoice_url
  if (invoice.amount_due === 0) return
  const { id, amount_due: amount, currency, billing_reason: reason } = invoice
  const description = reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update'
  createIntent(store, { amount, currency, customer: customer.id, description }, { invoice: id })
}

export async function intentOf(store: Store, { id, customer }: Invoice): Promise<PaymentIntent | undefined> {
  const intents = await store.list('payment_intent', customer ?? undefined)
  return intents.find(intent => store.hidden(intent).invoice === id)
}

/** The object that links an invoice to its payment intent. */
export const paymentOf = (invoice: Invoice, intent: PaymentIntent): Parts['invoice_payment'] =>
  newObject('invoice_payment', intent.created, {
    id: `inpay_${intent.id.slice('pi_'.length)}`,
    amount_paid: invoice.amount_paid,
    amount_requested: invoice.amount_due,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: invoice.status === 'paid' ? 'paid' : invoice.status === 'void' ? 'canceled' : 'open',
  })

/** Tries once to collect an open invoice. The result is in the status of the invoice and of its payment intent. */
export async function collectInvoice(store: Store, invoice: Invoice): Promise<void> {
  const intent = await intentOf(store, invoice)
  invoice.attempted = true
  if (intent === undefined) return markPaid(store, invoice)
  if (intent.status === 'succeeded') return settleInvoice(store, invoice, intent)
  const chosen = await defaultCard(store, invoice)
  invoice.attempt_count++
  if (chosen !== null) attemptPayment(store, intent, await cardOf(store, chosen))
  await settleInvoice(store, invoice, intent)
}

/** Updates an invoice after its payment intent changed. */
export async function settleInvoice(store: Store, invoice: Invoice, intent: PaymentIntent): Promise<void> {
  if (invoice.status !== 'open') return
  if (intent.status === 'succeeded') {
    delete store.hidden(intent).settlesAt
    return markPaid(store, invoice)
  }
  if (invoice.billing_reason === 'subscription_cycle') scheduleRetry(store, invoice)
  if (intent.status === 'requires_action') store.emit('invoice.payment_action_required', invoice)
  if (intent.status !== 'requires_action' || invoice.billing_reason === 'subscription_cycle')
    store.emit('invoice.payment_failed', invoice)
  await afterFailure(store, invoice)
}

function scheduleRetry(store: Store, invoice: Invoice): void {
  const first = invoice.status_transitions.finalized_at ?? store.now
  const next = RETRY_DAYS.map(days => first + days * DAY).find(time => time > store.now)
  invoice.next_payment_attempt = next ?? null
}

async function markPaid(store: Store, invoice: Invoice): Promise<void> {
  invoice.status = 'paid'
  invoice.status_transitions.paid_at = store.now
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.next_payment_attempt = null
  invoice.auto_advance = false
  store.emit('invoice.paid', invoice)
  await afterPayment(store, invoice)
}

async function defaultCard(store: Store, invoice: Invoice): Promise<string | null> {
  return (await store.get('customer', invoice.customer ?? '')).invoice_settings.default_payment_method
}

async function payInvoice({ store, id }: { store: Store; id: string }): Promise<Invoice> {
  const invoice = await store.get('invoice', id)
  if (invoice.status === 'draft') await finalizeInvoice(store, invoice)
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid', { code: 'invoice_already_paid' })
  if (invoice.status !== 'open') throw invalidRequest('Invoice is void or uncollectible, and cannot be paid')
  await assertNotSettling(store, invoice)
  if ((await defaultCard(store, invoice)) === null) throw noCard()
  await collectInvoice(store, invoice)
  const intent = await intentOf(store, invoice)
  if (intent !== undefined && intent.status !== 'succeeded') throw paymentError(intent)
  return invoice
}

/** An invoice whose payment succeeded, but is not settled yet, can neither be paid again nor voided. */
async function assertNotSettling(store: Store, invoice: Invoice): Promise<void> {
  if ((await intentOf(store, invoice))?.status === 'succeeded')
    throw invalidRequest('This invoice has a payment that has already succeeded.', {
      code: 'payment_intent_unexpected_state',
    })
}

export const noCard = (): StripeError =>
  invalidRequest(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
    { code: 'resource_missing' },
  )

/** The error for a call whose payment did not succeed. */
function paymentError(intent: PaymentIntent): StripeError {
  if (intent.status !== 'requires_action') return declineOf(intent)
  const message =
    'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.'
  const refusal = { code: 'invoice_payment_intent_requires_action', message }
  return cardError(refusal, { payment_intent: structuredClone(intent) })
}

export async function voidInvoice(store: Store, invoice: Invoice): Promise<Invoice> {
  if (invoice.status !== 'open')
    throw invalidRequest(`You can only pass in open or uncollectible invoices. This invoice is ${invoice.status}.`)
  await assertNotSettling(store, invoice)
  invoice.status = 'void'
  invoice.status_transitions.voided_at = store.now
  invoice.next_payment_attempt = null
  invoice.auto_advance = false
  const intent = await intentOf(store, invoice)
  if (intent !== undefined) cancelIntent(store, intent, 'void_invoice')
  store.emit('invoice.voided', invoice)
  await afterVoid(store, invoice)
  return invoice
}

/** Voids the invoice of a change of plan that is still waiting for its payment. */
export async function dropPendingUpdate(store: Store, subscription: Subscription): Promise<void> {
  const id = store.hidden(subscription).pendingInvoice
  const invoice = id === undefined ? undefined : await store.find('invoice', id)
  forgetPendingUpdate(store, subscription)
  if (invoice?.status === 'open') await voidInvoice(store, invoice)
}

/** Stops automatic collection. An open invoice stays open. */
export function stopCollecting(store: Store, invoice: Invoice): Invoice {
  invoice.auto_advance = false
  invoice.next_payment_attempt = null
  invoice.automatically_finalizes_at = null
  return invoice
}
