import type { Books } from '../books.ts'
import { newId } from '../ids.ts'
import { DAY } from '../months.rules.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { CheckoutLine, Objects } from '../wire.ts'
import { liveCustomer } from './customers.ts'
import { createPrice } from './prices.ts'
import { createIntent } from './payments.ts'
import { taxOf } from './taxes.ts'

type Session = Objects['checkout.session']
export type CheckoutInput = {
  mode: 'payment'
  line_items: {
    quantity?: number | undefined
    price?: string | undefined
    price_data?:
      | {
          currency: string
          unit_amount: number
          product?: string | undefined
          product_data?: { name: string; description?: string | undefined } | undefined
        }
      | undefined
  }[]
  customer?: string | undefined
  customer_email?: string | undefined
  client_reference_id?: string | undefined
  metadata?: Record<string, string> | undefined
  payment_intent_data?: { metadata?: Record<string, string> | undefined; description?: string | undefined } | undefined
  success_url: string
  cancel_url?: string | undefined
  expires_at?: number | undefined
  automatic_tax?: { enabled: boolean } | undefined
}

export async function createCheckout(books: Books, input: CheckoutInput): Promise<Session> {
  const customer = input.customer === undefined ? null : await liveCustomer(books, input.customer)
  const lines = await Promise.all(input.line_items.map(line => lineOf(books, line)))
  const [first] = lines
  if (first === undefined) throw invalidRequest('Missing required param: line_items.', { param: 'line_items' })
  const subtotal = lines.reduce((sum, line) => sum + line.amount_total, 0)
  const isTaxed = input.automatic_tax?.enabled === true
  const tax = isTaxed ? taxOf(subtotal) : 0
  const id = newId('cs_test')
  const email = input.customer_email ?? customer?.email ?? null
  const session = books.add(
    'checkout.session',
    {
      ...emptySession(id),
      url: `${books.environment.address}/checkout/${id}`,
      amount_subtotal: subtotal,
      amount_total: subtotal + tax,
      automatic_tax: {
        enabled: isTaxed,
        liability: isTaxed ? { type: 'self' } : null,
        provider: isTaxed ? 'stripe' : null,
        status: isTaxed ? 'complete' : null,
      },
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: tax },
      cancel_url: input.cancel_url ?? null,
      client_reference_id: input.client_reference_id ?? null,
      created: books.now,
      currency: first.currency,
      customer: customer?.id ?? null,
      customer_creation: customer === null ? 'if_required' : null,
      customer_details: email === null ? null : customerDetails(email),
      customer_email: input.customer_email ?? null,
      expires_at: input.expires_at ?? books.now + DAY,
      metadata: input.metadata ?? {},
      success_url: input.success_url,
    },
    { lines, intentMetadata: input.payment_intent_data?.metadata ?? {} },
  )
  return session
}

async function lineOf(books: Books, line: CheckoutInput['line_items'][number]): Promise<CheckoutLine> {
  const price =
    line.price_data === undefined
      ? await books.get('price', line.price ?? '', 'line_items[0][price]')
      : await createPrice(books, { ...line.price_data, active: false })
  const product = await books.get('product', price.product)
  const quantity = line.quantity ?? 1
  const amount = (price.unit_amount ?? 0) * quantity
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: product.name,
    metadata: {},
    price: structuredClone(price),
    quantity,
  }
}

const customerDetails = (email: string) => ({
  address: null,
  business_name: null,
  email,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: 'none' as const,
  tax_ids: [],
})

export async function openCheckout(books: Books, id: string): Promise<Session> {
  const session = await books.get('checkout.session', id)
  if (session.status !== 'open')
    throw invalidRequest(
      `This Checkout Session is ${session.status === 'complete' ? 'paid already' : 'no longer open'}.`,
    )
  return session
}

/** The payment of a checkout; made when its form is first sent. */
export async function intentOfCheckout(books: Books, session: Session): Promise<Objects['payment_intent']> {
  const intents = await books.list('payment_intent')
  const known = intents.find(intent => books.hidden(intent).checkout === session.id && intent.status !== 'canceled')
  return (
    known ??
    createIntent(books, {
      amount: session.amount_total ?? 0,
      currency: session.currency ?? 'usd',
      customer: session.customer,
      description: null,
      metadata: books.hidden(session).intentMetadata,
      for: { checkout: session.id },
    })
  )
}

/** A checkout whose payment went through is complete. */
export function completeCheckout(books: Books, session: Session, intent: Objects['payment_intent']): void {
  if (session.status !== 'open') return
  session.status = 'complete'
  session.payment_status = 'paid'
  session.payment_intent = intent.id
  session.url = null
  books.emit('checkout.session.completed', session)
}

export function expireCheckout(books: Books, session: Session): Session {
  if (session.status !== 'open')
    throw invalidRequest('Only Checkout Sessions with a status in ["open"] can be expired.')
  session.status = 'expired'
  session.url = null
  books.emit('checkout.session.expired', session)
  return session
}

const emptySession = (id: string) => ({
  id,
  object: 'checkout.session' as const,
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_account: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  mode: 'payment' as const,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'if_required' as const,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  payment_status: 'unpaid' as const,
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open' as const,
  submit_type: null,
  subscription: null,
  ui_mode: 'hosted_page' as const,
  wallet_options: null,
})
