import { createHash } from 'node:crypto'
import { z } from 'zod'
import { call, type CallInput, list, retrieve } from '../api/call.ts'
import { filled } from '../api/params.ts'
import { newId, nulls } from '../fields.ts'
import type { Store } from '../store.ts'
import { cardError, invalidRequest } from '../stripe-error.ts'
import { brandOf, cardByToken, expiredCard, genericDecline, type TestCard, testCard } from '../test-cards.ts'
import type { PaymentMethod } from '../wire.ts'
import { type Address, liveCustomer, noAddress } from './customers.ts'

export const cardCalls = {
  'GET /v1/customers/:id/payment_methods': list(
    'payment_method',
    { type: z.literal('card').optional() },
    { customer: async ({ store, id }) => (await liveCustomer(store, id)).id },
  ),
  'GET /v1/payment_methods/:id': retrieve('payment_method'),
  'POST /v1/payment_methods/:id': call(
    { allow_redisplay: z.enum(['always', 'limited', 'unspecified']) },
    async ({ store, id, params }) => Object.assign(await store.get('payment_method', id), params),
  ),
  'POST /v1/payment_methods/:id/attach': call({ customer: filled }, attachCard),
  'POST /v1/payment_methods/:id/detach': call({}, ({ store, id }) => detachCard(store, id)),
}

/** The texts that were typed into the card form. */
export type TypedCard = { number?: string; expiry?: string; cvc?: string; zip?: string }

/** A new card from the texts that were typed into the card form. Throws if one of them is invalid. */
export function typedCard(store: Store, { number = '', expiry = '', cvc = '', zip = '' }: TypedCard): PaymentMethod {
  const card = testCard(number.replaceAll(/\s/g, ''))
  const [month = '', year = ''] = expiry.replaceAll(/\D/g, '').match(/../g) ?? []
  const date = { month: Number(month), year: Number(`20${year}`) }
  if (date.month < 1 || date.month > 12)
    throw cardError({ code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." })
  if (store.now >= endOfMonth(date))
    throw cardError({ code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." })
  if (cvc.length !== (brandOf(card) === 'amex' ? 4 : 3))
    throw cardError({ code: 'invalid_cvc', message: "Your card's security code is invalid." })
  return addCard(store, card, { ...date, ...(zip === '' ? {} : { address: { country: 'US', postal_code: zip } }) })
}

type CardDetails = { month?: number; year?: number; address?: Address | undefined }

/** A new card. Unless its expiry date is given, it expires in three years. */
export function addCard(
  store: Store,
  card: TestCard,
  { month = 12, year = new Date(store.now * 1000).getUTCFullYear() + 3, address }: CardDetails = {},
): PaymentMethod {
  const brand = brandOf(card)
  return store.add(
    'payment_method',
    {
      id: newId('pm'),
      allow_redisplay: 'unspecified',
      billing_details: { ...nulls('email name phone tax_id'), address: { ...noAddress, ...address } },
      card: {
        brand,
        country: 'US',
        display_brand: brand,
        exp_month: month,
        exp_year: year,
        funding: 'credit',
        fingerprint: fingerprintOf(card.number),
        last4: card.number.slice(-4),
        ...nulls('checks generated_from networks regulated_status three_d_secure_usage wallet'),
      },
      type: 'card',
    },
    { number: card.number },
  )
}

/** Identifies the card's number without revealing it. All customers with the same card have the same fingerprint. */
const fingerprintOf = (number: string): string =>
  createHash('sha256').update(`sandbox ${number}`).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 16)

/** A stored card, or a new one for a token such as `pm_card_visa`. */
export async function cardOf(store: Store, idOrToken: string): Promise<PaymentMethod> {
  const card = cardByToken(idOrToken)
  return card === undefined ? store.get('payment_method', idOrToken, 'payment_method') : addCard(store, card)
}

/** The card's present behavior. */
export function behaviorOf(store: Store, method: PaymentMethod) {
  const { number, isSetUp = false, declines } = store.hidden(method)
  const card = testCard(number)
  const present = declines === undefined ? undefined : { ...genericDecline, decline_code: declines }
  const expired = isExpired(store, method) ? expiredCard : undefined
  return { card, isSetUp, chargeRefusal: present ?? expired ?? card.chargeRefusal ?? card.refusal }
}

const isExpired = (store: Store, { card }: PaymentMethod): boolean =>
  card !== undefined && store.now >= endOfMonth({ month: card.exp_month, year: card.exp_year })

const endOfMonth = ({ month, year }: { month: number; year: number }): number => Date.UTC(year, month) / 1000

async function attachCard({ store, id, params }: CallInput<{ customer: typeof filled }>): Promise<PaymentMethod> {
  const { id: customer } = await liveCustomer(store, params.customer)
  const method = await cardOf(store, id)
  const { card } = behaviorOf(store, method)
  if (card.refusal !== undefined) throw cardError(card.refusal)
  return attach(store, method, customer)
}

export function attach(store: Store, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method
  if (store.hidden(method).isDetached === true)
    throw invalidRequest('The payment method you provided was detached from a Customer. It may not be used again.')
  method.customer = customer
  store.emit('payment_method.attached', method)
  return method
}

export async function detachCard(store: Store, id: string): Promise<PaymentMethod> {
  const method = await store.get('payment_method', id)
  if (method.customer === null)
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
  const customer = await store.find('customer', method.customer)
  method.customer = null
  store.hidden(method).isDetached = true
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
