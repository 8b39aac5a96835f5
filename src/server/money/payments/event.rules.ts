import { z } from 'zod'

const Contents = z.record(z.string(), z.unknown())
/** The parts of an event that we use. A message without them is not from the provider, even if it is signed. */
export const EventForm = z.object({
  id: z.string().regex(/^\w{1,255}$/),
  type: z.string().regex(/^[\w.]{1,255}$/),
  /** Seconds since 1970. */
  created: z.int().min(0).max(10_000_000_000),
  data: z.object({ object: Contents, previous_attributes: Contents.nullish() }),
})
export type EventForm = z.infer<typeof EventForm>

/** All types of events that affect our data. The provider must be configured to send them. */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'payment_method.attached',
  'payment_method.detached',
  'payment_method.automatically_updated',
  'customer.updated',
  'customer.deleted',
  'charge.refunded',
  'charge.dispute.created',
] as const

export const isKnownType = (type: string): boolean => eventTypes.some(known => known === type)

/**
 * Finds the customer, checkout, or payment that an event is about; nothing else in it is trusted. `previous` has the
 * values before a change, such as the customer of a detached card.
 */
export function subjectOf(type: string, object: Record<string, unknown>, previous: Record<string, unknown> = {}) {
  const customer = type.startsWith('customer.') && object.object === 'customer' ? object.id : object.customer
  return {
    customerId: idIn(customer) ?? idIn(previous.customer),
    sessionId: object.object === 'checkout.session' ? idIn(object.id) : null,
    intentId: object.object === 'charge' || object.object === 'dispute' ? idIn(object.payment_intent) : null,
  }
}

function idIn(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
  return typeof id === 'string' && /^\w{1,255}$/.test(id) ? id : null
}
