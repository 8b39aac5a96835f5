import { call, list } from '../api/call.ts'
import { filled } from '../api/params.ts'
import { type Given, newId, newSecret } from '../fields.ts'
import { DAY } from '../months.rules.ts'
import type { Store } from '../store.ts'
import {
  authenticationFailure,
  cardError,
  type CardRefusal,
  invalidRequest,
  type StripeError,
} from '../stripe-error.ts'
import type { Charge, Objects, PaymentIntent, PaymentMethod } from '../wire.ts'
import { behaviorOf } from './payment-methods.ts'

export const chargeCalls = {
  'GET /v1/charges': list('charge', { customer: filled.optional() }),
  'POST /v1/refunds': call({ payment_intent: filled }, async ({ store, params }) => {
    const intent = await store.get('payment_intent', params.payment_intent, 'payment_intent')
    if (intent.status !== 'succeeded' || intent.latest_charge === null)
      throw invalidRequest(`PaymentIntent ${intent.id} does not have a successful charge to refund.`)
    return refund(store, intent.latest_charge)
  }),
}

const authenticationRefusal = authenticationFailure('payment_intent')

type IntentInput = Pick<PaymentIntent, 'amount' | 'currency' | 'customer' | 'description'> & {
  metadata?: Record<string, string>
}

export function createIntent(
  store: Store,
  input: IntentInput,
  paysFor: { invoice: string } | { checkout: string },
): PaymentIntent {
  const id = newId('pi')
  const intent: Given<'payment_intent'> = {
    ...input,
    id,
    capture_method: 'automatic',
    client_secret: newSecret(id),
    confirmation_method: 'automatic',
    payment_method_types: ['card'],
    setup_future_usage: 'invoice' in paysFor ? 'off_session' : null,
    status: 'requires_payment_method',
  }
  return store.add('payment_intent', intent, paysFor)
}

/** Tries once to charge the card. The intent's status is the result. */
export function attemptPayment(store: Store, intent: PaymentIntent, method: PaymentMethod): void {
  const { card, isSetUp, chargeRefusal } = behaviorOf(store, method)
  intent.payment_method = method.id
  intent.last_payment_error = null
  intent.next_action = null
  if (chargeRefusal !== undefined) refusePayment(store, intent, chargeRefusal, method)
  else if (card.authentication === 'always' || (card.authentication === 'first' && !isSetUp)) {
    intent.status = 'requires_action'
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
  } else takePayment(store, intent, method)
}

export type Answer = { method: PaymentMethod; isPassed: boolean }

/** Continues a payment after its 3-D Secure challenge. */
export function authenticatePayment(store: Store, intent: PaymentIntent, { method, isPassed }: Answer): void {
  const { chargeRefusal } = behaviorOf(store, method)
  const refusal = isPassed ? chargeRefusal : authenticationRefusal
  if (refusal !== undefined) return refusePayment(store, intent, refusal, method)
  if (intent.setup_future_usage === 'off_session') store.hidden(method).isSetUp = true
  takePayment(store, intent, method)
}

/** The error for a call whose payment was declined. */
export const declineOf = (intent: PaymentIntent): StripeError =>
  cardError({ ...intent.last_payment_error } as CardRefusal, { payment_intent: structuredClone(intent) })

export function cancelIntent(store: Store, intent: PaymentIntent, reason: PaymentIntent['cancellation_reason']): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return
  intent.status = 'canceled'
  intent.canceled_at = store.now
  intent.cancellation_reason = reason
  intent.next_action = null
}

function takePayment(store: Store, intent: PaymentIntent, method: PaymentMethod): void {
  const charge = addCharge(store, intent, method)
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.latest_charge = charge.id
  if (behaviorOf(store, method).card.isDisputed === true) openDispute(store, charge)
}

function refusePayment(store: Store, intent: PaymentIntent, refusal: CardRefusal, method: PaymentMethod): void {
  const isCardError = refusal !== authenticationRefusal
  const charge = isCardError ? addCharge(store, intent, method, refusal) : undefined
  intent.status = 'requires_payment_method'
  intent.latest_charge = charge?.id ?? intent.latest_charge
  intent.payment_method = null
  intent.last_payment_error = {
    ...(charge === undefined ? {} : { charge: charge.id }),
    ...refusal,
    payment_method: structuredClone(method),
    type: isCardError ? 'card_error' : 'invalid_request_error',
  } as unknown as PaymentIntent['last_payment_error']
}

function addCharge(store: Store, intent: PaymentIntent, method: PaymentMethod, refusal?: CardRefusal): Charge {
  const isPaid = refusal === undefined
  const id = newId('ch')
  return store.add('charge', {
    id,
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    captured: isPaid,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    failure_message: refusal?.message ?? null,
    metadata: intent.metadata,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    receipt_url: isPaid ? `${store.environment.address}/receipt/${id}` : null,
    status: isPaid ? 'succeeded' : 'failed',
  })
}

/** Refunds a charge. Without an amount, refunds the rest of the charge. */
export async function refund(store: Store, chargeId: string, wanted?: number): Promise<Objects['refund']> {
  const charge = await store.get('charge', chargeId)
  const left = charge.amount - charge.amount_refunded
  const amount = wanted ?? left
  if (!charge.paid || charge.disputed) throw invalidRequest(`Charge ${charge.id} cannot be refunded.`)
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  store.emit('charge.refunded', charge)
  return store.add('refund', {
    id: newId('re'),
    amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    status: 'succeeded',
  })
}

export function openDispute(store: Store, charge: Charge): Objects['dispute'] {
  const dispute = store.add('dispute', {
    id: newId('du'),
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    currency: charge.currency,
    evidence_details: {
      due_by: store.now + 9 * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  })
  charge.disputed = true
  store.emit('charge.dispute.created', dispute)
  return dispute
}
