import { HOUR } from './months.rules.ts'
import type { Kind, Objects } from './wire.ts'

/** How long a subscription waits for its first payment, or for the payment of a change. */
export const PAYMENT_WINDOW = 23 * HOUR

/** The next time at which this object changes by itself; null: never. */
export function dueAt<K extends Kind>(kind: K, object: Objects[K], hidden: object): number | null {
  if (kind === 'subscription') return subscriptionDueAt(object as Objects['subscription'])
  if (kind === 'invoice') return invoiceDueAt(object as Objects['invoice'])
  if (kind === 'checkout.session') {
    const session = object as Objects['checkout.session']
    return session.status === 'open' ? session.expires_at : null
  }
  if (kind === 'payment_intent') return (hidden as { settlesAt?: number }).settlesAt ?? null
  return null
}

function subscriptionDueAt(subscription: Objects['subscription']): number | null {
  if (subscription.status === 'incomplete') return subscription.created + PAYMENT_WINDOW
  if (subscription.status !== 'active' && subscription.status !== 'past_due') return null
  const ends = subscription.items.data.map(item => item.current_period_end)
  return Math.min(...ends, subscription.pending_update?.expires_at ?? Infinity, subscription.cancel_at ?? Infinity)
}

function invoiceDueAt(invoice: Objects['invoice']): number | null {
  if (invoice.status === 'draft') return invoice.automatically_finalizes_at
  return invoice.status === 'open' ? invoice.next_payment_attempt : null
}
