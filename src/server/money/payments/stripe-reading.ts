import Stripe from 'stripe'
import { unlessMissing } from '#server/money/provider/stripe-errors.ts'
import { orRefuse } from '#server/platform/basics/refusal.ts'
import { willRenew } from './next-charge.rules.ts'
import { tierOfProduct } from './prices.rules.ts'
import {
  type CardFacts,
  type CustomerFacts,
  type InvoiceFacts,
  type InvoiceLine,
  mainSubscription,
  type SubscriptionFacts,
} from './stripe-facts.rules.ts'

const PAGE = 100

/** Reads from the provider everything that we store about a customer. Never call it in a transaction. */
export async function readCustomer(stripe: Stripe, customerId: string): Promise<CustomerFacts> {
  // If the customer is unknown, the keys belong to another account. Treating it as deleted would end every plan.
  const customer = orRefuse(await unlessMissing(stripe.customers.retrieve(customerId)), 'PAYMENTS_UNAVAILABLE')
  const [subscriptions, invoices, methods] = await Promise.all([
    stripe.subscriptions.list({ customer: customerId, status: 'all', limit: PAGE }),
    readInvoices(stripe, customerId),
    customer.deleted === true
      ? { data: [] }
      : stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: PAGE }),
  ])
  const facts = subscriptions.data.flatMap(subscriptionOf)
  const defaultId = customer.deleted === true ? null : idOf(customer.invoice_settings.default_payment_method)
  return {
    customerId,
    isDeleted: customer.deleted === true,
    balanceCents: customer.deleted === true ? 0 : customer.balance,
    nextTaxCents: await readNextTax(stripe, mainSubscription(facts)),
    cards: methods.data.flatMap(method => cardOf(method, defaultId)),
    subscriptions: facts,
    invoices: invoices.map(invoiceOf),
  }
}

/** The newest invoices, and the newest paid ones: any number of abandoned charges can be newer than those. */
async function readInvoices({ invoices }: Stripe, customer: string): Promise<Stripe.Invoice[]> {
  const { data: newest, has_more: hasMore } = await invoices.list({ customer, limit: PAGE })
  if (!hasMore) return newest
  const { data: paid } = await invoices.list({ customer, status: 'paid', limit: PAGE })
  return [...newest, ...paid.filter(({ id }) => newest.every(one => one.id !== id))]
}

/** Asks the provider for the tax of the next renewal. Null if it cannot calculate that now. */
async function readNextTax(stripe: Stripe, main: SubscriptionFacts | undefined): Promise<number | null> {
  if (main === undefined || !main.isTaxed || !willRenew(main)) return null
  try {
    return taxOf(await stripe.invoices.createPreview({ subscription: main.id }))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return null
    throw error
  }
}

type InvoicePayment = { invoiceId: string; intent: Stripe.PaymentIntent }

/** The invoice that a payment pays, and the payment with its latest charge; undefined if it pays none of ours. */
export async function findInvoicePayment(stripe: Stripe, intentId: string): Promise<InvoicePayment | undefined> {
  const found = await unlessMissing(
    stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intentId },
      limit: 1,
      expand: ['data.payment.payment_intent.latest_charge'],
    }),
  )
  const intent = found?.data[0]?.payment.payment_intent
  const invoiceId = idOf(found?.data[0]?.invoice)
  return invoiceId === null || typeof intent !== 'object' ? undefined : { invoiceId, intent }
}

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

const dateOf = (seconds: number): Date => new Date(seconds * 1000)

function cardOf(method: Stripe.PaymentMethod, defaultId: string | null): CardFacts[] {
  const { card } = method
  if (card === undefined || card === null) return []
  return [
    {
      id: method.id,
      brand: card.brand,
      last4: card.last4,
      fingerprint: card.fingerprint ?? null,
      expMonth: card.exp_month,
      expYear: card.exp_year,
      isDefault: method.id === defaultId,
      createdAt: dateOf(method.created),
    },
  ]
}

/** Converts a subscription. Empty if it is for a product that is not ours. */
export function subscriptionOf(subscription: Stripe.Subscription): SubscriptionFacts[] {
  const item = subscription.items.data[0]
  const itemTier = item === undefined ? undefined : tierOfProduct(idOf(item.price.product) ?? '')
  if (item === undefined || itemTier === undefined) return []
  return [
    {
      id: subscription.id,
      status: subscription.status,
      itemId: item.id,
      itemTier,
      priceId: item.price.id,
      priceCents: item.price.unit_amount ?? 0,
      periodEnd: dateOf(item.current_period_end),
      cancelAt: cancelAtOf(subscription, item),
      endsOnOwnDate: subscription.cancel_at !== null && !subscription.cancel_at_period_end,
      isTaxed: subscription.automatic_tax.enabled,
      hasPendingUpdate: subscription.pending_update !== null,
      latestInvoiceId: idOf(subscription.latest_invoice),
      createdAt: dateOf(subscription.created),
      endedAt: subscription.ended_at === null ? null : dateOf(subscription.ended_at),
    },
  ]
}

/** The time at which a subscription ends. A cancellation on the provider's own page only sets `cancel_at`. */
function cancelAtOf(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): Date | null {
  const { cancel_at: at, cancel_at_period_end: endsWithPeriod } = subscription
  if (at !== null) return dateOf(at)
  return endsWithPeriod ? dateOf(item.current_period_end) : null
}

function invoiceOf(invoice: Stripe.Invoice): InvoiceFacts {
  return {
    id: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    status: invoice.status ?? 'draft',
    number: invoice.number,
    description: descriptionOf(invoice),
    totalCents: invoice.total,
    taxCents: taxOf(invoice),
    chargedCents: invoice.amount_paid,
    dueCents: invoice.amount_remaining,
    hostedUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    createdAt: dateOf(invoice.created),
    lines: invoice.lines.data.map(lineOf),
  }
}

export const taxOf = ({ total_taxes: taxes }: Pick<Stripe.Invoice, 'total_taxes'>): number =>
  (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)

const descriptionOf = ({ description, lines }: Stripe.Invoice): string =>
  description ?? lines.data.find(line => line.amount >= 0)?.description ?? lines.data[0]?.description ?? 'Subscription'

function lineOf({ amount, parent, period, pricing }: Stripe.InvoiceLineItem): InvoiceLine {
  return {
    tier: tierOfProduct(pricing?.price_details?.product ?? ''),
    amountCents: amount,
    isProration: (parent?.subscription_item_details ?? parent?.invoice_item_details)?.proration ?? false,
    start: dateOf(period.start),
    end: dateOf(period.end),
  }
}
