import { emptyLists, newId, nulls } from '../fields.ts'
import { DAY } from '../months.rules.ts'
import type { Store } from '../store.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Objects } from '../wire.ts'

/** Refunds a charge, as Stripe's dashboard does. Without an amount, refunds the rest of the charge. */
export async function createRefund(store: Store, chargeId: string, wanted?: number): Promise<Objects['refund']> {
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
  const refund = store.add('refund', {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: store.now,
    currency: charge.currency,
    customer: charge.customer,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    status: 'succeeded',
    ...nulls('customer_account reason receipt_number source_transfer_reversal transfer_reversal'),
  })
  store.emit('refund.created', refund)
  store.emit('charge.refunded', charge)
  return refund
}

export function openDispute(store: Store, charge: Objects['charge']): Objects['dispute'] {
  if (!charge.paid) throw invalidRequest('A charge that failed cannot be disputed.')
  if (charge.disputed) throw invalidRequest('This charge is disputed already.', { code: 'charge_disputed' })
  const dispute = store.add('dispute', {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    created: store.now,
    currency: charge.currency,
    evidence: noEvidence,
    evidence_details: {
      due_by: store.now + 9 * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
    ...emptyLists('balance_transactions enhanced_eligibility_types'),
  })
  charge.disputed = true
  store.emit('charge.dispute.created', dispute)
  return dispute
}

const noEvidence = {
  enhanced_evidence: {},
  ...nulls('access_activity_log billing_address cancellation_policy cancellation_policy_disclosure'),
  ...nulls('cancellation_rebuttal customer_communication customer_email_address customer_name'),
  ...nulls('customer_purchase_ip customer_signature duplicate_charge_documentation'),
  ...nulls('duplicate_charge_explanation duplicate_charge_id product_description receipt refund_policy'),
  ...nulls('refund_policy_disclosure refund_refusal_explanation service_date service_documentation'),
  ...nulls('shipping_address shipping_carrier shipping_date shipping_documentation'),
  ...nulls('shipping_tracking_number uncategorized_file uncategorized_text'),
}
