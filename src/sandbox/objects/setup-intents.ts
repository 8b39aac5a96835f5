import { z } from 'zod'
import { call, type CallInput } from '../api/call.ts'
import { filled } from '../api/params.ts'
import { newId, newSecret } from '../fields.ts'
import type { Store } from '../store.ts'
import { authenticationFailure, cardError, type CardRefusal } from '../stripe-error.ts'
import type { PaymentMethod, SetupIntent } from '../wire.ts'
import { liveCustomer } from './customers.ts'
import { attach, behaviorOf } from './payment-methods.ts'

const setupParams = {
  customer: filled,
  usage: z.literal('off_session').optional(),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
}

export const setupCalls = { 'POST /v1/setup_intents': call(setupParams, createSetupIntent) }

async function createSetupIntent({ store, params: input }: CallInput<typeof setupParams>): Promise<SetupIntent> {
  const customer = await liveCustomer(store, input.customer)
  const id = newId('seti')
  return store.add('setup_intent', {
    id,
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    client_secret: newSecret(id),
    customer: customer.id,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
  })
}

/** Tries to save the card. Throws if it is refused. */
export function attemptSetup(store: Store, intent: SetupIntent, method: PaymentMethod): void {
  const { refusal, authentication } = behaviorOf(store, method).card
  intent.payment_method = method.id
  intent.last_setup_error = null
  if (refusal !== undefined) throw refuse(intent, { type: 'card_error', ...refusal })
  if (authentication === undefined) return succeed(store, intent, method)
  intent.status = 'requires_action'
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
}

type Answer = { method: PaymentMethod; isPassed: boolean }

/** Continues a setup after its 3-D Secure challenge. */
export function authenticateSetup(store: Store, intent: SetupIntent, { method, isPassed }: Answer): void {
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
