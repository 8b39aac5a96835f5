import Stripe from 'stripe'
import { willRenew } from './next-charge.rules.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { isMissing, isServerFailure } from '#server/money/provider/stripe-errors.ts'
import { type InvoiceFacts, isLive, isRenewing, paidPeriodOf, type SubscriptionFacts } from './stripe-facts.rules.ts'

/** Ends a subscription now. What is open of it, or about to be, is not asked for any more. */
export async function endSubscription(
  stripe: Stripe,
  subscription: Pick<SubscriptionFacts, 'id' | 'status'>,
): Promise<void> {
  if (isLive(subscription) && !isPaid(subscription)) {
    // Its open charge first: one that is paid at this very moment has bought a month, and the plan stays.
    await giveUpInvoices(stripe, subscription.id)
    if (await isLastInvoicePaid(stripe, subscription.id)) return
  }
  if (isLive(subscription)) await cancelNow(stripe, subscription.id)
  await giveUpInvoices(stripe, subscription.id)
}

const isPaid = ({ status }: Pick<SubscriptionFacts, 'status'>): boolean => status === 'active' || status === 'trialing'

async function isLastInvoicePaid(stripe: Stripe, id: string): Promise<boolean> {
  const { latest_invoice: last } = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  return typeof last === 'object' && last?.status === 'paid'
}

/** Ends a subscription, whoever was first: an answer that was lost is found by reading again. */
async function cancelNow(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id)
  } catch (error) {
    if (!mayBeDone(error) || isLive(await stripe.subscriptions.retrieve(id))) throw error
  }
}

/** Deletes a customer in the same way. */
export async function deleteCustomer(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.customers.del(id)
  } catch (error) {
    if (!mayBeDone(error) || (await stripe.customers.retrieve(id)).deleted !== true) throw error
  }
}

/** Whether a request to end something may have been carried out although its answer is an error, or none. */
const mayBeDone = (error: unknown): boolean =>
  isMissing(error) || error instanceof Stripe.errors.StripeConnectionError || isServerFailure(error)

async function giveUpInvoices(stripe: Stripe, subscriptionId: string): Promise<void> {
  const { data: invoices } = await stripe.invoices.list({ subscription: subscriptionId, limit: 100 })
  for (const { id, status } of invoices) {
    if (status === 'open') await giveUpInvoice(stripe, id)
    // The draft of a subscription can not be deleted; left to itself it would be charged within the hour.
    if (status === 'draft') await stripe.invoices.update(id, { auto_advance: false })
  }
}

/**
 * Ends a subscription with the month that is paid: no more is charged from now on. Where that month is over, because
 * the next one could not be charged or is about to be, the end is now.
 */
export async function endWithPaidMonth(
  stripe: Stripe,
  { subscription, invoices, now }: { subscription: SubscriptionFacts; invoices: InvoiceFacts[]; now: Date },
): Promise<void> {
  if (subscription.hasPendingUpdate && subscription.latestInvoiceId !== null)
    await giveUpInvoice(stripe, subscription.latestInvoiceId)
  if (!isPaid(subscription) || isRenewing(paidPeriodOf(subscription, invoices), now))
    await endSubscription(stripe, subscription)
  else if (willRenew(subscription)) await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
}

/** Lets a subscription go on: the end with the period and an end at a date of its own are two fields at the provider. */
export async function takeCancellationBack(stripe: Stripe, subscriptionId: string): Promise<void> {
  const { cancel_at: at } = await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false })
  if (at !== null) await stripe.subscriptions.update(subscriptionId, { cancel_at: '' })
}

/** Whether an open invoice was paid already, and only has to learn of it. */
const isSettling = ({ payments }: Stripe.Invoice): boolean =>
  (payments?.data ?? []).some(({ payment: { payment_intent: intent } }) => {
    return typeof intent === 'object' && (intent.status === 'succeeded' || intent.status === 'processing')
  })

const settling = (): Refusal =>
  new Refusal('PAYMENT_UNCONFIRMED', {
    message: 'Your last payment is still being processed. Please try again in a moment.',
  })

/** Gives up what an invoice asks for. One that is paid at this very moment stays paid: read again, and it is seen. */
export async function giveUpInvoice(stripe: Stripe, invoiceId: string): Promise<void> {
  try {
    await stripe.invoices.voidInvoice(invoiceId)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) && !mayBeDone(error)) throw error
    const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments.data.payment.payment_intent'] })
    if (invoice.status !== 'open') return
    throw isSettling(invoice) ? settling() : error
  }
}
