import type { Books } from '../books.ts'
import { newId } from '../ids.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Objects } from '../wire.ts'

type RefundInput = {
  charge?: string | undefined
  payment_intent?: string | undefined
  amount?: number | undefined
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer' | undefined
  metadata?: Record<string, string> | undefined
}

export async function createRefund(books: Books, input: RefundInput): Promise<Objects['refund']> {
  const charge = await chargeOf(books, input)
  const left = charge.amount - charge.amount_refunded
  const amount = input.amount ?? left
  if (!charge.paid || charge.disputed) throw invalidRequest(`Charge ${charge.id} cannot be refunded.`)
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (amount > left || amount <= 0)
    throw invalidRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    })
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  const refund = books.add('refund', {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: books.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: input.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: input.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  })
  books.emit('refund.created', refund)
  books.emit('charge.refunded', charge)
  return refund
}

async function chargeOf(books: Books, { charge, payment_intent }: RefundInput): Promise<Objects['charge']> {
  if (charge !== undefined) return books.get('charge', charge, 'charge')
  if (payment_intent === undefined)
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
  const intent = await books.get('payment_intent', payment_intent, 'payment_intent')
  if (intent.latest_charge === null)
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  return books.get('charge', intent.latest_charge)
}
