import { nulls } from '../nulls.ts'
import type { Store } from '../store.ts'
import { newId } from '../ids.ts'
import { DAY } from '../months.rules.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Objects } from '../wire.ts'

export function openDispute(store: Store, charge: Objects['charge']): Objects['dispute'] {
  if (!charge.paid) throw invalidRequest('A charge that failed cannot be disputed.')
  if (charge.disputed) throw invalidRequest('This charge is disputed already.', { code: 'charge_disputed' })
  const dispute = store.add('dispute', {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: store.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
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
