import type { Books } from '../books.ts'
import { newId, newSecret } from '../ids.ts'
import { cardError, type CardRefusal, invalidRequest } from '../stripe-error.ts'
import type { Objects } from '../wire.ts'
import { liveCustomer } from './customers.ts'
import { attach, behaviourOf, cardOf } from './payment-methods.ts'

type SetupIntent = Objects['setup_intent']
export const authenticationRefusal: CardRefusal = {
  code: 'setup_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

export type SetupIntentInput = {
  customer?: string | undefined
  usage?: 'off_session' | 'on_session' | undefined
  allowed_payment_method_types?: 'card'[] | undefined
  description?: string | undefined
  metadata?: Record<string, string> | undefined
}

export async function createSetupIntent(books: Books, input: SetupIntentInput): Promise<SetupIntent> {
  if (input.customer !== undefined) await liveCustomer(books, input.customer)
  const id = newId('seti')
  const intent = books.add('setup_intent', {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods:
      input.allowed_payment_method_types === undefined ? { allow_redirects: 'always', enabled: true } : null,
    cancellation_reason: null,
    client_secret: newSecret(id),
    created: books.now,
    customer: input.customer ?? null,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: input.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: input.usage ?? 'off_session',
  })
  books.emit('setup_intent.created', intent)
  return intent
}

export async function confirmSetupIntent(books: Books, id: string, paymentMethod?: string): Promise<SetupIntent> {
  const intent = await books.get('setup_intent', id)
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw invalidRequest(`You cannot confirm this SetupIntent because it has a status of ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
    })
  const chosen = paymentMethod ?? intent.payment_method
  if (chosen === null)
    throw invalidRequest('You cannot confirm this SetupIntent because it is missing a payment method.', {
      code: 'setup_intent_unexpected_state',
      param: 'payment_method',
    })
  const method = await cardOf(books, chosen)
  const { card } = behaviourOf(books, method)
  intent.payment_method = method.id
  intent.last_setup_error = null
  if (card.refusal !== undefined) throw refuse(books, intent, card.refusal)
  if (card.authentication === undefined) succeed(books, intent, method)
  else askForAuthentication(books, intent)
  return intent
}

/** Ends the 3-D Secure challenge of a set-up. */
export async function authenticateSetup(books: Books, id: string, isPassed: boolean): Promise<SetupIntent> {
  const intent = await books.get('setup_intent', id)
  if (intent.status !== 'requires_action' || intent.payment_method === null) return intent
  intent.next_action = null
  if (isPassed) succeed(books, intent, await books.get('payment_method', intent.payment_method))
  else refuse(books, intent, authenticationRefusal)
  return intent
}

export async function cancelSetupIntent(books: Books, id: string): Promise<SetupIntent> {
  const intent = await books.get('setup_intent', id)
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw invalidRequest(`You cannot cancel this SetupIntent because it has a status of ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
    })
  intent.status = 'canceled'
  intent.next_action = null
  books.emit('setup_intent.canceled', intent)
  return intent
}

function askForAuthentication(books: Books, intent: SetupIntent): void {
  intent.status = 'requires_action'
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
  books.emit('setup_intent.requires_action', intent)
}

function succeed(books: Books, intent: SetupIntent, method: Objects['payment_method']): void {
  intent.status = 'succeeded'
  intent.next_action = null
  if (intent.usage === 'off_session') books.hidden(method).isSetUp = true
  if (intent.customer !== null) attach(books, method, intent.customer)
  books.emit('setup_intent.succeeded', intent)
}

function refuse(books: Books, intent: SetupIntent, refusal: CardRefusal): Error {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.last_setup_error = {
    code: refusal.code,
    message: refusal.message,
    type: refusal.code === authenticationRefusal.code ? 'invalid_request_error' : 'card_error',
    ...(refusal.declineCode === undefined ? {} : { decline_code: refusal.declineCode }),
  } as SetupIntent['last_setup_error']
  books.emit('setup_intent.setup_failed', intent)
  return cardError(refusal, { setup_intent: structuredClone(intent) })
}
