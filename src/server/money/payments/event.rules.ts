import { z } from 'zod'

const Contents = z.record(z.string(), z.unknown())
/** What of an event is looked at. One that has it not is none of the provider's, whoever has signed it. */
export const EventForm = z.object({
  id: z.string().regex(/^\w{1,255}$/),
  type: z.string().regex(/^[\w.]{1,255}$/),
  /** Seconds since 1970. */
  created: z.int().min(0).max(10_000_000_000),
  data: z.object({ object: Contents, previous_attributes: Contents.nullish() }),
})
export type EventForm = z.infer<typeof EventForm>

/** What an event is about: whose customer, which checkout, which payment. Its content is never taken for the truth. */
export type EventSubject = { customerId: string | null; sessionId: string | null; intentId: string | null }

/** Every kind that changes something of ours; the provider is to send these. */
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

/** Reads whom an event is about; `previous` holds what a change took away, as the customer of a detached card. */
export function subjectOf(
  type: string,
  object: Record<string, unknown>,
  previous: Record<string, unknown> = {},
): EventSubject {
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
