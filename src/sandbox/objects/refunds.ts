import { newId } from '../ids.ts'
import { nulls } from '../nulls.ts'
import type { Store } from '../store.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Objects } from '../wire.ts'

/** What a refund on Stripe's dashboard does. Without an amount it returns everything that is left. */
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
