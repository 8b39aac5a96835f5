import type { Books } from '../books.ts'
import { newId } from '../ids.ts'
import { DAY } from '../months.rules.ts'
import { cardError, invalidRequest, StripeError } from '../stripe-error.ts'
import type { Objects } from '../wire.ts'
import { attemptPayment, cancelIntent, createIntent } from './payments.ts'
import { cardOf } from './payment-methods.ts'
import { afterFailure, afterPayment, afterVoid, subscriptionOf } from './subscription-state.ts'

type Invoice = Objects['invoice']
type PaymentIntent = Objects['payment_intent']

/** A renewal that fails is tried again so many days after the first try. */
export const RETRY_DAYS = [3, 5, 7]

export function addInvoice(books: Books, invoice: Invoice, hidden: { pendingUpdateOf?: string } = {}): Invoice {
  books.add('invoice', invoice, hidden)
  books.emit('invoice.created', invoice)
  return invoice
}

/** A draft becomes an open invoice with a number, its pages, and a payment to be made. */
export async function finalizeInvoice(books: Books, invoice: Invoice): Promise<void> {
  if (invoice.status !== 'draft')
    throw invalidRequest('This invoice is already finalized, you can’t re-finalize a non-draft invoice.')
  const customer = await books.get('customer', invoice.customer ?? '')
  const sequence = customer.next_invoice_sequence ?? 1
  customer.next_invoice_sequence = sequence + 1
  customer.currency = invoice.currency
  customer.balance = Math.min(0, customer.balance + invoice.total)
  invoice.ending_balance = customer.balance
  invoice.number = `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`
  invoice.status = 'open'
  invoice.status_transitions.finalized_at = books.now
  invoice.effective_at = books.now
  invoice.automatically_finalizes_at = null
  invoice.hosted_invoice_url = `${books.environment.address}/invoice/${invoice.id}`
  invoice.invoice_pdf = `${books.environment.address}/invoice/${invoice.id}/pdf`
  if (invoice.amount_due > 0) addInvoicePayment(books, invoice)
  books.emit('invoice.finalized', invoice)
}

function addInvoicePayment(books: Books, invoice: Invoice): void {
  const intent = createIntent(books, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    for: { invoice: invoice.id },
  })
  books.add('invoice_payment', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: books.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
}

export async function paymentsOf(books: Books, invoice: Invoice): Promise<Objects['invoice_payment'][]> {
  return (await books.list('invoice_payment')).filter(payment => payment.invoice === invoice.id)
}

export async function intentOf(books: Books, invoice: Invoice): Promise<PaymentIntent | undefined> {
  const id = (await paymentsOf(books, invoice)).at(-1)?.payment.payment_intent
  return id === undefined ? undefined : books.find('payment_intent', id)
}

/** One try to collect an open invoice. How it went is told by the invoice's status and its payment intent. */
export async function collectInvoice(books: Books, invoice: Invoice, paymentMethod?: string): Promise<void> {
  const intent = await intentOf(books, invoice)
  invoice.attempted = true
  if (intent === undefined) return markPaid(books, invoice)
  if (intent.status === 'succeeded') return settleInvoice(books, invoice, intent)
  const chosen = paymentMethod ?? (await defaultCard(books, invoice))
  invoice.attempt_count++
  if (chosen !== null) attemptPayment(books, intent, await cardOf(books, chosen))
  await settleInvoice(books, invoice, intent)
}

/** Brings an invoice in line with its payment intent. */
export async function settleInvoice(books: Books, invoice: Invoice, intent: PaymentIntent): Promise<void> {
  if (invoice.status !== 'open') return
  if (intent.status === 'succeeded') {
    delete books.hidden(intent).settlesAt
    return markPaid(books, invoice)
  }
  if (invoice.billing_reason === 'subscription_cycle') scheduleRetry(books, invoice)
  books.emit('invoice.updated', invoice)
  if (intent.status === 'requires_action') books.emit('invoice.payment_action_required', invoice)
  if (intent.status !== 'requires_action' || invoice.billing_reason === 'subscription_cycle')
    books.emit('invoice.payment_failed', invoice)
  await afterFailure(books, invoice)
}

function scheduleRetry(books: Books, invoice: Invoice): void {
  const first = invoice.status_transitions.finalized_at ?? books.now
  const next = RETRY_DAYS.map(days => first + days * DAY).find(time => time > books.now)
  invoice.next_payment_attempt = next ?? null
}

async function markPaid(books: Books, invoice: Invoice): Promise<void> {
  invoice.status = 'paid'
  invoice.status_transitions.paid_at = books.now
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.next_payment_attempt = null
  invoice.auto_advance = false
  for (const payment of await paymentsOf(books, invoice)) {
    payment.status = 'paid'
    payment.amount_paid = invoice.amount_due
    payment.status_transitions.paid_at = books.now
    books.emit('invoice_payment.paid', payment)
  }
  books.emit('invoice.updated', invoice)
  books.emit('invoice.paid', invoice)
  books.emit('invoice.payment_succeeded', invoice)
  await afterPayment(books, invoice)
}

async function defaultCard(books: Books, invoice: Invoice): Promise<string | null> {
  const subscription = await subscriptionOf(books, invoice)
  const customer = await books.get('customer', invoice.customer ?? '')
  const own = invoice.default_payment_method ?? subscription?.default_payment_method ?? null
  return own ?? customer.invoice_settings.default_payment_method
}

/** POST /v1/invoices/:id/pay. */
export async function payInvoice(
  books: Books,
  id: string,
  input: { payment_method?: string | undefined },
): Promise<Invoice> {
  const invoice = await books.get('invoice', id)
  if (invoice.status === 'draft') await finalizeInvoice(books, invoice)
  if (invoice.status !== 'open')
    throw invalidRequest(
      invoice.status === 'paid' ? 'Invoice is already paid' : 'Invoice is void or uncollectible, and cannot be paid',
      invoice.status === 'paid' ? { code: 'invoice_already_paid' } : {},
    )
  await assertNotSettling(books, invoice)
  if (input.payment_method === undefined && (await defaultCard(books, invoice)) === null) throw noCard()
  await collectInvoice(books, invoice, input.payment_method)
  const intent = await intentOf(books, invoice)
  if (intent !== undefined && intent.status !== 'succeeded') throw paymentError(intent)
  return invoice
}

/** Nobody can pay an invoice again, or give it up, between its payment and the moment at which it is paid. */
async function assertNotSettling(books: Books, invoice: Invoice): Promise<void> {
  if ((await intentOf(books, invoice))?.status === 'succeeded')
    throw invalidRequest('This invoice has a payment that has already succeeded.', {
      code: 'payment_intent_unexpected_state',
    })
}

export const noCard = (): StripeError =>
  invalidRequest(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
    { code: 'resource_missing' },
  )

/** How Stripe answers a call whose payment did not go through. */
export function paymentError(intent: PaymentIntent): StripeError {
  const seen = { payment_intent: structuredClone(intent) }
  if (intent.status === 'requires_action')
    return cardError(
      {
        code: 'invoice_payment_intent_requires_action',
        message:
          'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
      },
      seen,
    )
  const { code = 'card_declined', decline_code, message, charge } = intent.last_payment_error ?? {}
  return cardError(
    {
      code,
      message: message ?? 'Your card was declined.',
      ...(decline_code === undefined ? {} : { declineCode: decline_code }),
    },
    { ...seen, ...(charge === undefined ? {} : { charge }) },
  )
}

export async function voidInvoice(books: Books, invoice: Invoice): Promise<void> {
  if (invoice.status !== 'open')
    throw invalidRequest(`You can only pass in open or uncollectible invoices. This invoice is ${invoice.status}.`)
  await assertNotSettling(books, invoice)
  invoice.status = 'void'
  invoice.status_transitions.voided_at = books.now
  invoice.next_payment_attempt = null
  invoice.auto_advance = false
  const intent = await intentOf(books, invoice)
  if (intent !== undefined) cancelIntent(books, intent, 'void_invoice')
  for (const payment of await paymentsOf(books, invoice)) {
    payment.status = 'canceled'
    payment.status_transitions.canceled_at = books.now
  }
  books.emit('invoice.updated', invoice)
  books.emit('invoice.voided', invoice)
  await afterVoid(books, invoice)
}

/** No more automatic tries; what is open stays open. */
export function stopCollecting(books: Books, invoice: Invoice): void {
  invoice.auto_advance = false
  invoice.next_payment_attempt = null
  invoice.automatically_finalizes_at = null
  books.emit('invoice.updated', invoice)
}
