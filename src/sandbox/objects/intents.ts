/** Setup intents, and what they have in common with payment intents: confirmation and 3-D Secure. */
import { z } from 'zod'
import { call, type CallInput, type Calls, retrieve } from '../api/call.ts'
import { filled } from '../api/params.ts'
import { newId, newSecret } from '../fields.ts'
import type { Store } from '../store.ts'
import { authenticationFailure, cardError, type CardRefusal, invalidRequest, noSuch } from '../stripe-error.ts'
import type { PaymentIntent, PaymentMethod, SetupIntent } from '../wire.ts'
import { completeCheckout, intentOfCheckout, openCheckout } from './checkout.ts'
import { liveCustomer } from './customers.ts'
import { settleInvoice } from './invoices.ts'
import { attach, behaviorOf, cardOf } from './payment-methods.ts'
import { type Answer, attemptPayment, authenticatePayment, declineOf } from './payments.ts'

type Intent = PaymentIntent | SetupIntent
const names = { payment_intent: 'PaymentIntent', setup_intent: 'SetupIntent' }
/** With late settlement, an invoice becomes paid this long after its payment. */
const LATE_SECONDS = 5

const callsOf = (kind: Intent['object']): Calls => ({
  [`GET /v1/${kind}s/:id`]: retrieve(kind),
  [`POST /v1/${kind}s/:id/confirm`]: call({ payment_method: filled.optional() }, async ({ store, id, params }) =>
    confirmIntent(store, await store.get<Intent['object']>(kind, id), params.payment_method),
  ),
})
const setupParams = {
  customer: filled,
  usage: z.literal('off_session').optional(),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
}

export const intentCalls = {
  'POST /v1/setup_intents': call(setupParams, createSetupIntent),
  ...callsOf('payment_intent'),
  ...callsOf('setup_intent'),
}

/** The intent with this client secret. A customer's browser needs nothing else to confirm it. */
export async function intentOfSecret(store: Store, secret: string): Promise<Intent> {
  const id = secret.split('_secret_')[0] ?? ''
  const intent = await store.get(id.startsWith('seti_') ? 'setup_intent' : 'payment_intent', id)
  if (secret !== intent.client_secret) throw noSuch(intent.object, id)
  return intent
}

/** Confirms an intent with a new card or the card that it already has. Throws if the card is declined. */
export async function confirmIntent<T extends Intent>(store: Store, intent: T, card?: string): Promise<T> {
  if (intent.status === 'requires_action' && card === undefined) return intent
  const method = await cardOf(store, cardToConfirm(intent, card))
  if (intent.object === 'setup_intent') attemptSetup(store, intent, method)
  else {
    attemptPayment(store, intent, method)
    await settle(store, intent)
    if (intent.status === 'requires_payment_method') throw declineOf(intent)
  }
  return intent
}

function cardToConfirm({ object, status, payment_method }: Intent, card = payment_method): string {
  const code = `${object}_unexpected_state`
  const refusal = `You cannot confirm this ${names[object]} because it`
  if (status === 'succeeded' || status === 'canceled')
    throw invalidRequest(`${refusal} has a status of ${status}.`, { code })
  if (card === null) throw invalidRequest(`${refusal} is missing a payment method.`, { code, param: 'payment_method' })
  return card
}

/** Ends the 3-D Secure challenge of an intent. */
export async function finishChallenge(store: Store, intent: Intent, isPassed: boolean): Promise<void> {
  if (intent.status !== 'requires_action' || intent.payment_method === null) return
  const method = await store.get('payment_method', intent.payment_method)
  intent.next_action = null
  if (intent.object === 'setup_intent') return authenticateSetup(store, intent, { method, isPassed })
  authenticatePayment(store, intent, { method, isPassed })
  await settle(store, intent)
}

/** Pays a checkout with a card. The payment may still require 3-D Secure. */
export async function payCheckout(store: Store, sessionId: string, card: string): Promise<PaymentIntent> {
  const session = await openCheckout(store, sessionId)
  return confirmIntent(store, await intentOfCheckout(store, session), card)
}

/** Updates the checkout or the invoice that this payment is for. */
async function settle(store: Store, intent: PaymentIntent): Promise<void> {
  const { invoice, checkout } = store.hidden(intent)
  const isPaid = intent.status === 'succeeded'
  if (checkout !== undefined && isPaid) completeCheckout(store, await store.get('checkout.session', checkout), intent)
  if (invoice === undefined) return
  if (isPaid && store.settings.settlement === 'late') store.hidden(intent).settlesAt = store.now + LATE_SECONDS
  else await settleInvoice(store, await store.get('invoice', invoice), intent)
}

/** Marks the invoice paid when its late settlement is due. */
export async function settleLate(store: Store, intent: PaymentIntent): Promise<void> {
  const hidden = store.hidden(intent)
  delete hidden.settlesAt
  if (hidden.invoice !== undefined) await settleInvoice(store, await store.get('invoice', hidden.invoice), intent)
}

async function createSetupIntent({ store, params }: CallInput<typeof setupParams>): Promise<SetupIntent> {
  const { customer, allowed_payment_method_types = null } = params
  await liveCustomer(store, customer)
  const id = newId('seti')
  return store.add('setup_intent', {
    id,
    allowed_payment_method_types,
    client_secret: newSecret(id),
    customer,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
  })
}

/** Tries to save a card. Throws if the card is refused. */
function attemptSetup(store: Store, intent: SetupIntent, method: PaymentMethod): void {
  const { refusal, authentication } = behaviorOf(store, method).card
  intent.payment_method = method.id
  intent.last_setup_error = null
  if (refusal !== undefined) throw refuse(intent, { type: 'card_error', ...refusal })
  if (authentication === undefined) return succeed(store, intent, method)
  intent.status = 'requires_action'
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
}

/** Continues a setup after its 3-D Secure challenge. */
function authenticateSetup(store: Store, intent: SetupIntent, { method, isPassed }: Answer): void {
  if (isPassed) succeed(store, intent, method)
  else refuse(intent, { type: 'invalid_request_error', ...authenticationFailure('setup_intent') })
}

function succeed(store: Store, intent: SetupIntent, method: PaymentMethod): void {
  intent.status = 'succeeded'
  store.hidden(method).isSetUp = true
  attach(store, method, intent.customer ?? '')
  store.emit('setup_intent.succeeded', intent)
}

function refuse(intent: SetupIntent, error: CardRefusal & { type: string }): Error {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.last_setup_error = error as SetupIntent['last_setup_error']
  const { type: _type, ...refusal } = error
  return cardError(refusal, { setup_intent: structuredClone(intent) })
}
