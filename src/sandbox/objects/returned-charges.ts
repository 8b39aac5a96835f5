import { newId } from '../fields.ts'
import { DAY } from '../months.rules.ts'
import type { Store } from '../store.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Charge, Objects } from '../wire.ts'

/** Refunds a charge, as Stripe's dashboard does. Without an amount, refunds the rest of the charge. */
export async function refund(store: Store, chargeId: string, wanted?: number): Promise<void> {
  const charge = await store.get('charge', chargeId)
  const left = charge.amount - charge.amount_refunded
  const amount = wanted ?? left
  if (!charge.paid || charge.disputed) throw invalidRequest(`Charge ${charge.id} cannot be refunded.`)
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (amount > left || amount <= 0)
    throw invalidRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    })
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  store.emit('charge.refunded', charge)
}

export function openDispute(store: Store, charge: Charge): Objects['dispute'] {
  if (!charge.paid) throw invalidRequest('A charge that failed cannot be disputed.')
  if (charge.disputed) throw invalidRequest('This charge is disputed already.', { code: 'charge_disputed' })
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
