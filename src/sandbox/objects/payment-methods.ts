import { z } from 'zod'
import { call, type CallInput, list, retrieve } from '../api/call.ts'
import { filled, text, whole } from '../api/params.ts'
import { newId, nulls } from '../fields.ts'
import type { Store } from '../store.ts'
import { cardError, type CardRefusal, invalidRequest } from '../stripe-error.ts'
import { brandOf, cardByNumber, cardByToken, expiredCard, genericDecline, type TestCard } from '../test-cards.ts'
import type { PaymentMethod } from '../wire.ts'
import { type Address, addressParams, liveCustomer, noAddress } from './customers.ts'

const cardParams = z.strictObject({ number: filled, exp_month: whole, exp_year: whole, cvc: text.optional() })
type CardInput = z.output<typeof cardParams> & { name?: string | undefined; address?: Address | undefined }

const createParams = {
  type: z.literal('card'),
  card: cardParams,
  billing_details: z.strictObject({ name: text.optional(), address: addressParams.optional() }).optional(),
}
const updateParams = { allow_redisplay: z.enum(['always', 'limited', 'unspecified']) }

export const cardCalls = {
  'GET /v1/customers/:id/payment_methods': list(
    'payment_method',
    { type: z.literal('card').optional() },
    { customer: async ({ store, id }) => (await liveCustomer(store, id)).id },
  ),
  'POST /v1/payment_methods': call(
    createParams,
    async ({ store, params: { card, billing_details: billing } }) => createCard(store, { ...card, ...billing }),
    { isOpen: true },
  ),
  'GET /v1/payment_methods/:id': retrieve('payment_method'),
  'POST /v1/payment_methods/:id': call(updateParams, async ({ store, id, params }) => {
    const method = await store.get('payment_method', id)
    method.allow_redisplay = params.allow_redisplay
    return method
  }),
  'POST /v1/payment_methods/:id/attach': call({ customer: filled }, attachCard),
  'POST /v1/payment_methods/:id/detach': call({}, ({ store, id }) => detachCard(store, id)),
}

export function createCard(store: Store, input: CardInput): PaymentMethod {
  const number = input.number.replaceAll(/\s/g, '')
  const brand = brandOf(acceptedCard(store, { ...input, number }))
  return store.add(
    'payment_method',
    {
      id: newId('pm'),
      allow_redisplay: 'unspecified',
      billing_details: {
        ...nulls('email phone tax_id'),
        address: { ...noAddress, ...input.address },
        name: input.name ?? null,
      },
      card: {
        brand,
        country: 'US',
        display_brand: brand,
        exp_month: input.exp_month,
        exp_year: input.exp_year,
        funding: 'credit',
        last4: number.slice(-4),
        ...nulls('checks fingerprint generated_from networks regulated_status three_d_secure_usage wallet'),
      },
      type: 'card',
    },
    { number },
  )
}

/** The test card with this number. Throws if the number or the rest of the input is invalid. */
function acceptedCard(store: Store, { number, exp_month, exp_year, cvc }: CardInput): TestCard {
  const card = cardByNumber(number)
  if (card === undefined)
    throw cardError({
      code: 'incorrect_number',
      message: 'The sandbox only accepts test cards, such as 4242 4242 4242 4242.',
    })
  const today = new Date(store.now * 1000)
  if (exp_month < 1 || exp_month > 12)
    throw cardError({ code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." })
  const isOver =
    exp_year < today.getUTCFullYear() || (exp_year === today.getUTCFullYear() && exp_month <= today.getUTCMonth())
  if (isOver) throw cardError({ code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." })
  const digits = brandOf(card) === 'amex' ? /^\d{4}$/ : /^\d{3}$/
  if (cvc !== undefined && !digits.test(cvc))
    throw cardError({ code: 'invalid_cvc', message: "Your card's security code is invalid." })
  return card
}

/** A stored card, or a new one for a token such as `pm_card_visa`. */
export async function cardOf(store: Store, idOrToken: string): Promise<PaymentMethod> {
  const card = cardByToken(idOrToken)
  if (card === undefined) return store.get('payment_method', idOrToken, 'payment_method')
  const year = new Date(store.now * 1000).getUTCFullYear() + 1
  return createCard(store, { number: card.number, exp_month: 12, exp_year: year })
}

/** The card's present behavior. */
export function behaviorOf(
  store: Store,
  method: PaymentMethod,
): { card: TestCard; isSetUp: boolean; chargeRefusal: CardRefusal | undefined } {
  const { number, isSetUp = false, declines } = store.hidden(method)
  const card = cardByNumber(number)
  if (card === undefined) throw new Error(`No test card has the number of ${method.id}`)
  const refusal = declines === undefined ? undefined : { ...genericDecline, decline_code: declines }
  return { card, isSetUp, chargeRefusal: refusal ?? expiry(store, method) ?? card.chargeRefusal ?? card.refusal }
}

function expiry(store: Store, { card }: PaymentMethod): CardRefusal | undefined {
  if (card === undefined) return undefined
  const firstMomentAfter = Date.UTC(card.exp_year, card.exp_month) / 1000
  return store.now < firstMomentAfter ? undefined : expiredCard
}

async function attachCard({ store, id, params }: CallInput<{ customer: typeof filled }>): Promise<PaymentMethod> {
  const { customer: customerId } = params
  await liveCustomer(store, customerId)
  const method = await cardOf(store, id)
  if (method.customer === customerId) return method
  if (method.customer !== null)
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_already_attached',
    })
  const { card } = behaviorOf(store, method)
  if (card.refusal !== undefined) throw cardError(card.refusal)
  attach(store, method, customerId)
  return method
}

export function attach(store: Store, method: PaymentMethod, customerId: string): void {
  if (method.customer === customerId) return
  method.customer = customerId
  store.emit('payment_method.attached', method)
}

export async function detachCard(store: Store, id: string): Promise<PaymentMethod> {
  const method = await store.get('payment_method', id)
  if (method.customer === null)
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
  const customer = await store.find('customer', method.customer)
  method.customer = null
  store.emit('payment_method.detached', method)
  if (customer?.invoice_settings.default_payment_method === id) {
    customer.invoice_settings.default_payment_method = null
    store.emit('customer.updated', customer)
  }
  return method
}

/** Simulates a bank that replaces a card: the saved one gets a later expiry date. */
export async function renewCard(store: Store, id: string): Promise<PaymentMethod> {
  const method = await store.get('payment_method', id)
  if (method.card !== undefined) method.card.exp_year += 3
  store.emit('payment_method.automatically_updated', method)
  return method
}
