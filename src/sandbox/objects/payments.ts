import type { Books } from '../books.ts'
import { newId, newSecret } from '../ids.ts'
import type { CardRefusal } from '../stripe-error.ts'
import type { Objects } from '../wire.ts'
import { openDispute } from './disputes.ts'
import { behaviourOf } from './payment-methods.ts'

type PaymentIntent = Objects['payment_intent']
type PaymentMethod = Objects['payment_method']
type Charge = Objects['charge']

const authenticationRefusal: CardRefusal = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

type IntentInput = {
  amount: number
  currency: string
  customer: string | null
  description: string | null
  metadata?: Record<string, string>
  for: { invoice: string } | { checkout: string }
}

export function createIntent(books: Books, input: IntentInput): PaymentIntent {
  const id = newId('pi')
  const intent = books.add(
    'payment_intent',
    {
      id,
      object: 'payment_intent',
      allowed_payment_method_types: null,
      amount: input.amount,
      amount_capturable: 0,
      amount_received: 0,
      application: null,
      application_fee_amount: null,
      automatic_payment_methods: null,
      canceled_at: null,
      cancellation_reason: null,
      capture_method: 'automatic',
      client_secret: newSecret(id),
      confirmation_method: 'automatic',
      created: books.now,
      currency: input.currency,
      customer: input.customer,
      customer_account: null,
      description: input.description,
      excluded_payment_method_types: null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      managed_payments: null,
      metadata: input.metadata ?? {},
      next_action: null,
      on_behalf_of: null,
      payment_method: null,
      payment_method_configuration_details: null,
      payment_method_options: null,
      payment_method_types: ['card'],
      payment_record: null,
      processing: null,
      receipt_email: null,
      review: null,
      setup_future_usage: 'invoice' in input.for ? 'off_session' : null,
      shipping: null,
      source: null,
      statement_descriptor: null,
      statement_descriptor_suffix: null,
      status: 'requires_payment_method',
      transfer_data: null,
      transfer_group: null,
    },
    input.for,
  )
  books.emit('payment_intent.created', intent)
  return intent
}

/** One try to charge the card. How it went is told by the intent's status. */
export function attemptPayment(books: Books, intent: PaymentIntent, method: PaymentMethod): void {
  const { card, isSetUp, chargeRefusal } = behaviourOf(books, method)
  intent.payment_method = method.id
  intent.last_payment_error = null
  intent.next_action = null
  if (chargeRefusal !== undefined) refusePayment(books, intent, chargeRefusal, method)
  else if (card.authentication === 'always' || (card.authentication === 'first' && !isSetUp)) {
    intent.status = 'requires_action'
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
    books.emit('payment_intent.requires_action', intent)
  } else takePayment(books, intent, method, null)
}

/** Ends the 3-D Secure challenge of a payment. */
export async function authenticatePayment(books: Books, intent: PaymentIntent, isPassed: boolean): Promise<void> {
  if (intent.status !== 'requires_action' || intent.payment_method === null) return
  const method = await books.get('payment_method', intent.payment_method)
  intent.next_action = null
  const { chargeRefusal } = behaviourOf(books, method)
  if (!isPassed) refusePayment(books, intent, authenticationRefusal, method)
  else if (chargeRefusal !== undefined) refusePayment(books, intent, chargeRefusal, method)
  else {
    if (intent.setup_future_usage === 'off_session') books.hidden(method).isSetUp = true
    takePayment(books, intent, method, 'authenticated')
  }
}

export function cancelIntent(books: Books, intent: PaymentIntent, reason: PaymentIntent['cancellation_reason']): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return
  intent.status = 'canceled'
  intent.canceled_at = books.now
  intent.cancellation_reason = reason
  intent.next_action = null
  books.emit('payment_intent.canceled', intent)
}

function takePayment(
  books: Books,
  intent: PaymentIntent,
  method: PaymentMethod,
  threeDSecure: 'authenticated' | null,
): void {
  const charge = addCharge(books, intent, method, { threeDSecure })
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.latest_charge = charge.id
  books.emit('charge.succeeded', charge)
  books.emit('payment_intent.succeeded', intent)
  if (behaviourOf(books, method).card.isDisputed === true) openDispute(books, charge)
}

function refusePayment(books: Books, intent: PaymentIntent, refusal: CardRefusal, method: PaymentMethod): void {
  const isCardsFault = refusal !== authenticationRefusal
  const charge = isCardsFault ? addCharge(books, intent, method, { refusal }) : undefined
  intent.status = 'requires_payment_method'
  intent.latest_charge = charge?.id ?? intent.latest_charge
  intent.payment_method = null
  intent.last_payment_error = {
    ...(charge === undefined ? {} : { charge: charge.id }),
    code: refusal.code,
    message: refusal.message,
    ...(refusal.declineCode === undefined ? {} : { decline_code: refusal.declineCode }),
    payment_method: structuredClone(method),
    type: isCardsFault ? 'card_error' : 'invalid_request_error',
  } as unknown as PaymentIntent['last_payment_error']
  if (charge !== undefined) books.emit('charge.failed', charge)
  books.emit('payment_intent.payment_failed', intent)
}

type ChargeInput = { refusal?: CardRefusal; threeDSecure?: 'authenticated' | null }

function addCharge(books: Books, intent: PaymentIntent, method: PaymentMethod, outcome: ChargeInput): Charge {
  const { refusal } = outcome
  const isPaid = refusal === undefined
  const id = newId('ch')
  return books.add('charge', {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid ? newId('txn') : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: isPaid,
    created: books.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: isPaid ? 'approved_by_network' : 'declined_by_network',
      reason: refusal?.declineCode ?? refusal?.code ?? null,
      risk_level: 'normal',
      risk_score: 5,
      seller_message: isPaid ? 'Payment complete.' : 'The bank did not accept the payment.',
      type: isPaid ? 'authorized' : 'issuer_declined',
    },
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: chargedCard(method, intent.amount, outcome), type: 'card' },
    receipt_email: null,
    receipt_number: null,
    receipt_url: isPaid ? `${books.environment.address}/receipt/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  })
}

function chargedCard({ card }: PaymentMethod, amount: number, { refusal, threeDSecure = null }: ChargeInput) {
  if (card === undefined) throw new Error('The sandbox charges cards only')
  return {
    amount_authorized: refusal === undefined ? amount : null,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: card.regulated_status,
    three_d_secure:
      threeDSecure === null
        ? null
        : {
            authentication_flow: 'challenge' as const,
            electronic_commerce_indicator: '05' as const,
            exemption_indicator: null,
            result: threeDSecure,
            result_reason: null,
            transaction_id: newId('tds'),
            version: '2.2.0' as const,
          },
    transaction_link_id: null,
    wallet: null,
  }
}
