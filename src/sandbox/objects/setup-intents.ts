import { z } from 'zod'
import { call, type CallInput, intentCalls } from '../api/call.ts'
import { filled } from '../api/params.ts'
import { newId, newSecret } from '../fields.ts'
import type { Store } from '../store.ts'
import { authenticationFailure, cardError, type CardRefusal, invalidRequest } from '../stripe-error.ts'
import type { PaymentMethod, SetupIntent } from '../wire.ts'
import { liveCustomer } from './customers.ts'
import { attach, behaviorOf, cardOf } from './payment-methods.ts'

const setupParams = {
  customer: filled.optional(),
  usage: z.enum(['off_session', 'on_session']).optional(),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
}

export const setupCalls = {
  'POST /v1/setup_intents': call(setupParams, createSetupIntent),
  ...intentCalls('setup_intent', confirmSetupIntent),
}

async function createSetupIntent({ store, params: input }: CallInput<typeof setupParams>): Promise<SetupIntent> {
  if (input.customer !== undefined) await liveCustomer(store, input.customer)
  const id = newId('seti')
  return store.add('setup_intent', {
    id,
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    client_secret: newSecret(id),
    customer: input.customer ?? null,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: input.usage ?? 'off_session',
  })
}

export async function confirmSetupIntent(store: Store, intent: SetupIntent, card?: string): Promise<SetupIntent> {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw invalidRequest(`You cannot confirm this SetupIntent because it has a status of ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
    })
  const chosen = card ?? intent.payment_method
  if (chosen === null)
    throw invalidRequest('You cannot confirm this SetupIntent because it is missing a payment method.', {
      code: 'setup_intent_unexpected_state',
      param: 'payment_method',
    })
  const method = await cardOf(store, chosen)
  const { refusal, authentication } = behaviorOf(store, method).card
  intent.payment_method = method.id
  intent.last_setup_error = null
  if (refusal !== undefined) throw refuse(intent, { type: 'card_error', ...refusal })
  if (authentication === undefined) succeed(store, intent, method)
  else {
    intent.status = 'requires_action'
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
  }
  return intent
}

/** Ends the 3-D Secure challenge of a setup. */
export async function authenticateSetup(store: Store, id: string, isPassed: boolean): Promise<void> {
  const intent = await store.get('setup_intent', id)
  if (intent.status !== 'requires_action' || intent.payment_method === null) return
  intent.next_action = null
  if (isPassed) succeed(store, intent, await store.get('payment_method', intent.payment_method))
  else refuse(intent, { type: 'invalid_request_error', ...authenticationFailure('setup_intent') })
}

function succeed(store: Store, intent: SetupIntent, method: PaymentMethod): void {
  intent.status = 'succeeded'
  intent.next_action = null
  if (intent.usage === 'off_session') store.hidden(method).isSetUp = true
  if (intent.customer !== null) attach(store, method, intent.customer)
  store.emit('setup_intent.succeeded', intent)
}

function refuse(intent: SetupIntent, error: CardRefusal & { type: string }): Error {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.last_setup_error = error as SetupIntent['last_setup_error']
  const { type: _type, ...refusal } = error
  return cardError(refusal, { setup_intent: structuredClone(intent) })
}
