import Stripe from 'stripe'
import { type InvoiceFacts, isLive, isRenewing, paidPeriodOf, type SubscriptionFacts } from './stripe-facts.rules.ts'

/** Ends a subscription now. What is open of it, or about to be, is not asked for any more. */
export async function endSubscription(
  stripe: Stripe,
  subscription: Pick<SubscriptionFacts, 'id' | 'status'>,
): Promise<void> {
  if (isLive(subscription)) await stripe.subscriptions.cancel(subscription.id)
  const { data: invoices } = await stripe.invoices.list({ subscription: subscription.id, limit: 100 })
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
  const isPaid = subscription.status === 'active' || subscription.status === 'trialing'
  if (!isPaid || isRenewing(paidPeriodOf(subscription, invoices), now)) await endSubscription(stripe, subscription)
  else if (!subscription.cancelAtPeriodEnd)
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
}

/** Gives up what an invoice asks for. One that is paid at this very moment stays paid: read again, and it is seen. */
export async function giveUpInvoice(stripe: Stripe, invoiceId: string): Promise<void> {
  try {
    await stripe.invoices.voidInvoice(invoiceId)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const { status } = await stripe.invoices.retrieve(invoiceId)
    if (status === 'open') throw error
  }
}
