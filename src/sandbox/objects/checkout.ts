import { z } from 'zod'
import { call, type CallInput, list, retrieve } from '../api/call.ts'
import { filled, flag, metadata, whole } from '../api/params.ts'
import { newId } from '../fields.ts'
import { DAY } from '../months.rules.ts'
import type { Store } from '../store.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { PaymentIntent, Session } from '../wire.ts'
import { liveCustomer } from './customers.ts'
import { cancelIntent, createIntent } from './payments.ts'
import { taxedAutomatically, taxOf } from './taxes.ts'

const lineParams = z.strictObject({
  quantity: z.literal('1').optional(),
  price_data: z.strictObject({
    currency: filled,
    unit_amount: whole,
    product_data: z.strictObject({ name: filled }),
  }),
})
const checkoutParams = {
  mode: z.literal('payment'),
  line_items: z.tuple([lineParams]),
  customer: filled,
  client_reference_id: filled.optional(),
  metadata: metadata.optional(),
  payment_intent_data: z.strictObject({ metadata: metadata.optional() }).optional(),
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
  customer_update: z.strictObject({ address: z.enum(['auto', 'never']).optional() }).optional(),
  success_url: filled,
  cancel_url: filled.optional(),
}

const checkoutFilters = {
  customer: filled.optional(),
  payment_intent: filled.optional(),
  status: z.enum(['complete', 'expired', 'open']).optional(),
}

export const checkoutCalls = {
  'POST /v1/checkout/sessions': call(checkoutParams, createCheckout),
  'GET /v1/checkout/sessions': list('checkout.session', checkoutFilters),
  'GET /v1/checkout/sessions/:id': retrieve('checkout.session'),
  'POST /v1/checkout/sessions/:id/expire': call({}, async ({ store, id }) =>
    expireCheckout(store, await store.get('checkout.session', id)),
  ),
}

async function createCheckout({ store, params: input }: CallInput<typeof checkoutParams>): Promise<Session> {
  const customer = await liveCustomer(store, input.customer)
  const [{ price_data: item }] = input.line_items
  const subtotal = item.unit_amount
  const isTaxed = input.automatic_tax?.enabled === true
  const tax = isTaxed ? taxOf(subtotal) : 0
  const id = newId('cs_test')
  return store.add(
    'checkout.session',
    {
      id,
      mode: 'payment',
      payment_method_types: ['card'],
      payment_status: 'unpaid',
      status: 'open',
      url: `${store.environment.address}/checkout/${id}`,
      amount_subtotal: subtotal,
      amount_total: subtotal + tax,
      ...(isTaxed ? { automatic_tax: taxedAutomatically } : {}),
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: tax },
      cancel_url: input.cancel_url ?? null,
      client_reference_id: input.client_reference_id ?? null,
      currency: item.currency,
      customer: customer.id,
      expires_at: store.now + DAY,
      metadata: input.metadata ?? {},
      success_url: input.success_url,
    },
    { bought: item.product_data.name, intentMetadata: input.payment_intent_data?.metadata ?? {} },
  )
}

export async function openCheckout(store: Store, id: string): Promise<Session> {
  const session = await store.get('checkout.session', id)
  const state = session.status === 'complete' ? 'already paid' : 'no longer open'
  if (session.status !== 'open') throw invalidRequest(`This Checkout Session is ${state}.`)
  return session
}

/** The payment intent of a checkout. The first attempt to pay creates it. */
export async function intentOfCheckout(store: Store, session: Session): Promise<PaymentIntent> {
  const { amount_total: amount, currency, customer } = session
  const { bought, intentMetadata } = store.hidden(session)
  return (
    (await findIntent(store, session)) ??
    createIntent(
      store,
      { amount: amount ?? 0, currency: currency ?? 'usd', customer, description: bought, metadata: intentMetadata },
      { checkout: session.id },
    )
  )
}

const findIntent = async (store: Store, { id }: Session): Promise<PaymentIntent | undefined> =>
  (await store.list('payment_intent')).find(intent => store.hidden(intent).checkout === id)

/** Completes a checkout after its payment succeeded. */
export function completeCheckout(store: Store, session: Session, intent: PaymentIntent): void {
  if (session.status !== 'open') return
  session.status = 'complete'
  session.payment_status = 'paid'
  session.payment_intent = intent.id
  session.url = null
  store.emit('checkout.session.completed', session)
}

/** Also cancels its payment, so that the bank cannot approve it anymore. */
export async function expireCheckout(store: Store, session: Session): Promise<Session> {
  if (session.status !== 'open')
    throw invalidRequest('Only Checkout Sessions with a status in ["open"] can be expired.')
  const intent = await findIntent(store, session)
  if (intent !== undefined) cancelIntent(store, intent, 'expired')
  session.status = 'expired'
  session.url = null
  store.emit('checkout.session.expired', session)
  return session
}
