import { createHash } from 'node:crypto'
import type { Books } from '../books.ts'
import { newId } from '../ids.ts'
import { cardError, type CardRefusal, invalidRequest } from '../stripe-error.ts'
import { cardByNumber, cardByToken, genericDecline, type TestCard } from '../test-cards.ts'
import type { Objects } from '../wire.ts'
import { type Address, liveCustomer, mergeMetadata, noAddress } from './customers.ts'

type PaymentMethod = Objects['payment_method']
export type CardInput = {
  number: string
  exp_month: number
  exp_year: number
  cvc?: string | undefined
  /** Where its owner is billed. */
  address?: Address | undefined
  name?: string | undefined
}

export function createCard(books: Books, input: CardInput): PaymentMethod {
  const number = input.number.replaceAll(/\s/g, '')
  const card = cardByNumber(number)
  assertCardInput(books, { ...input, number }, card)
  return books.add(
    'payment_method',
    {
      id: newId('pm'),
      object: 'payment_method',
      allow_redisplay: 'unspecified',
      billing_details: {
        address: { ...noAddress, ...input.address },
        email: null,
        name: input.name ?? null,
        phone: null,
        tax_id: null,
      },
      card: cardFacts(card?.brand ?? 'visa', { ...input, number }),
      created: books.now,
      customer: null,
      customer_account: null,
      livemode: false,
      metadata: {},
      type: 'card',
    },
    { number },
  )
}

const cardFacts = (brand: TestCard['brand'], { number, exp_month, exp_year, cvc }: CardInput) => ({
  brand,
  checks: {
    address_line1_check: null,
    address_postal_code_check: null,
    cvc_check: cvc === undefined ? null : 'unchecked',
  },
  country: 'US',
  display_brand: brand === 'amex' ? 'american_express' : brand,
  exp_month,
  exp_year,
  fingerprint: createHash('sha256').update(number).digest('hex').slice(0, 16),
  funding: 'credit',
  generated_from: null,
  last4: number.slice(-4),
  networks: { available: [brand], preferred: null },
  regulated_status: 'unregulated' as const,
  three_d_secure_usage: { supported: true },
  wallet: null,
})

function assertCardInput(books: Books, { number, exp_month, exp_year, cvc }: CardInput, card: TestCard | undefined) {
  if (card === undefined)
    throw cardError({
      code: 'incorrect_number',
      message: 'The sandbox knows test cards only, for instance 4242 4242 4242 4242.',
    })
  const today = new Date(books.now * 1000)
  if (exp_month < 1 || exp_month > 12)
    throw cardError({ code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." })
  const isOver =
    exp_year < today.getUTCFullYear() || (exp_year === today.getUTCFullYear() && exp_month <= today.getUTCMonth())
  if (isOver) throw cardError({ code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." })
  const digits = card.brand === 'amex' ? /^\d{4}$/ : /^\d{3}$/
  if (cvc !== undefined && !digits.test(cvc) && number !== '')
    throw cardError({ code: 'invalid_cvc', message: "Your card's security code is invalid." })
}

/** `pm_card_visa` and the like stand for a new card each time they are used. */
export async function cardOf(books: Books, idOrToken: string): Promise<PaymentMethod> {
  const card = cardByToken(idOrToken)
  if (card === undefined) return books.get('payment_method', idOrToken, 'payment_method')
  const year = new Date(books.now * 1000).getUTCFullYear() + 1
  return createCard(books, { number: card.number, exp_month: 12, exp_year: year })
}

/** How the card of a payment method behaves just now. */
export function behaviourOf(
  books: Books,
  method: PaymentMethod,
): { card: TestCard; isSetUp: boolean; chargeRefusal: CardRefusal | undefined } {
  const { number, isSetUp = false, declines } = books.hidden(method)
  const card = cardByNumber(number)
  if (card === undefined) throw new Error(`No test card has the number of ${method.id}`)
  const refusal = declines === undefined ? undefined : { ...genericDecline, declineCode: declines }
  return { card, isSetUp, chargeRefusal: refusal ?? expiry(books, method) ?? card.chargeRefusal ?? card.refusal }
}

function expiry(books: Books, { card }: PaymentMethod): CardRefusal | undefined {
  if (card === undefined) return undefined
  const firstMomentAfter = Date.UTC(card.exp_year, card.exp_month) / 1000
  return books.now < firstMomentAfter ? undefined : { code: 'expired_card', message: 'Your card has expired.' }
}

export async function attachCard(books: Books, idOrToken: string, customerId: string): Promise<PaymentMethod> {
  await liveCustomer(books, customerId)
  const method = await cardOf(books, idOrToken)
  if (method.customer === customerId) return method
  if (method.customer !== null)
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_already_attached',
    })
  const { card } = behaviourOf(books, method)
  if (card.refusal !== undefined) throw cardError(card.refusal)
  attach(books, method, customerId)
  return method
}

export function attach(books: Books, method: PaymentMethod, customerId: string): void {
  if (method.customer === customerId) return
  method.customer = customerId
  if (method.card?.checks?.cvc_check === 'unchecked') method.card.checks.cvc_check = 'pass'
  books.emit('payment_method.attached', method)
}

export async function detachCard(books: Books, id: string): Promise<PaymentMethod> {
  const method = await books.get('payment_method', id)
  if (method.customer === null)
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
  const customer = await books.find('customer', method.customer)
  method.customer = null
  books.emit('payment_method.detached', method)
  if (customer?.invoice_settings.default_payment_method === id) {
    customer.invoice_settings.default_payment_method = null
    books.emit('customer.updated', customer)
  }
  return method
}

export async function updateCard(
  books: Books,
  id: string,
  input: {
    metadata?: Record<string, string> | undefined
    card?: { exp_month?: number | undefined; exp_year?: number | undefined } | undefined
    allow_redisplay?: 'always' | 'limited' | 'unspecified' | undefined
  },
): Promise<PaymentMethod> {
  const method = await books.get('payment_method', id)
  if (input.metadata !== undefined) method.metadata = mergeMetadata(method.metadata, input.metadata)
  method.allow_redisplay = input.allow_redisplay ?? method.allow_redisplay
  if (method.card !== undefined) {
    method.card.exp_month = input.card?.exp_month ?? method.card.exp_month
    method.card.exp_year = input.card?.exp_year ?? method.card.exp_year
  }
  books.emit('payment_method.updated', method)
  return method
}

/** What a bank does by itself when it sends its customer a new card. */
export async function renewCard(books: Books, id: string): Promise<PaymentMethod> {
  const method = await books.get('payment_method', id)
  if (method.card !== undefined) method.card.exp_year += 3
  books.emit('payment_method.automatically_updated', method)
  return method
}
