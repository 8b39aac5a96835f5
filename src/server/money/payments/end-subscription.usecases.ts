import Stripe from 'stripe'
import { isMissing, isServerFailure } from '#server/money/provider/stripe-errors.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { willRenew } from './next-charge.rules.ts'
import { type InvoiceFacts, isLive, isRenewing, paidPeriodOf, type SubscriptionFacts } from './stripe-facts.rules.ts'

/** Ends a subscription now, and voids its open and pending charges. */
export async function endSubscription(
  stripe: Stripe,
  subscription: Pick<SubscriptionFacts, 'id' | 'status'>,
): Promise<void> {
  if (isLive(subscription) && !isPaid(subscription)) {
    // Void the open charge first. If it is paid at this very moment, it has bought a month, and the plan stays.
    await voidInvoices(stripe, subscription.id)
    if (await isLastInvoicePaid(stripe, subscription.id)) return
  }
  if (isLive(subscription)) await cancelNow(stripe, subscription.id)
  await voidInvoices(stripe, subscription.id)
}

const isPaid = ({ status }: Pick<SubscriptionFacts, 'status'>): boolean => status === 'active' || status === 'trialing'

async function isLastInvoicePaid(stripe: Stripe, id: string): Promise<boolean> {
  const { latest_invoice: last } = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  return typeof last === 'object' && last?.status === 'paid'
}

/** Cancels a subscription. After a lost response, reads it again to see whether it was canceled. */
async function cancelNow(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id)
  } catch (error) {
    if (!mayHaveSucceeded(error) || isLive(await stripe.subscriptions.retrieve(id))) throw error
  }
}

/** Deletes a customer. After a lost response, reads it again to see whether it was deleted. */
export async function deleteCustomer(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.customers.del(id)
  } catch (error) {
    if (!mayHaveSucceeded(error) || (await stripe.customers.retrieve(id)).deleted !== true) throw error
  }
}

/** Whether a request may have succeeded although its response was an error or got lost. */
const mayHaveSucceeded = (error: unknown): boolean =>
  isMissing(error) || error instanceof Stripe.errors.StripeConnectionError || isServerFailure(error)

async function voidInvoices(stripe: Stripe, subscriptionId: string): Promise<void> {
  const { data: invoices } = await stripe.invoices.list({ subscription: subscriptionId, limit: 100 })
  for (const { id, status } of invoices) {
    if (status === 'open') await voidInvoice(stripe, id)
    // A subscription's draft invoice cannot be deleted, and would be charged within the hour.
    if (status === 'draft') await stripe.invoices.update(id, { auto_advance: false })
  }
}

/** Ends a subscription with its paid month, or now, if that month is over because the next could not be charged yet. */
export async function endWithPaidMonth(
  stripe: Stripe,
  { subscription, invoices, now }: { subscription: SubscriptionFacts; invoices: InvoiceFacts[]; now: Date },
): Promise<void> {
  if (subscription.hasPendingUpdate && subscription.latestInvoiceId !== null)
    await voidInvoice(stripe, subscription.latestInvoiceId)
  if (!isPaid(subscription) || isRenewing(subscription, paidPeriodOf(subscription, invoices), now))
    await endSubscription(stripe, subscription)
  else if (willRenew(subscription)) await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
}

/** Resumes a subscription. The provider has two fields for its end: with the period, and at a date. */
export async function resumeSubscription(stripe: Stripe, subscriptionId: string): Promise<void> {
  const { cancel_at: at } = await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false })
  if (at !== null) await stripe.subscriptions.update(subscriptionId, { cancel_at: '' })
}

/** Whether an open invoice has already been paid and is about to be settled. */
const isSettling = ({ payments }: Stripe.Invoice): boolean =>
  (payments?.data ?? []).some(({ payment: { payment_intent: intent } }) => {
    return typeof intent === 'object' && (intent.status === 'succeeded' || intent.status === 'processing')
  })

const settling = (): Refusal =>
  new Refusal('PAYMENT_UNCONFIRMED', {
    message: 'Your last payment is still being processed. Please try again in a moment.',
  })

/** Voids an invoice. If it is paid at this very moment, it stays paid. */
export async function voidInvoice(stripe: Stripe, invoiceId: string): Promise<void> {
  try {
    await stripe.invoices.voidInvoice(invoiceId)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) && !mayHaveSucceeded(error)) throw error
    const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments.data.payment.payment_intent'] })
    if (invoice.status !== 'open') return
    throw isSettling(invoice) ? settling() : error
  }
}
