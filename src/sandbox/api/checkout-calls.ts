import { z } from 'zod'
import { createCheckout, expireCheckout } from '../objects/checkout.ts'
import { call } from './call.ts'
import { pageOf } from './list.ts'
import { createdRange, filled, flag, listing, metadata, text, whole } from './params.ts'

const priceData = z.strictObject({
  currency: filled,
  unit_amount: whole,
  product: filled.optional(),
  product_data: z.strictObject({ name: filled, description: text.optional() }).optional(),
})

export const checkoutCalls = [
  call({
    method: 'POST',
    path: '/v1/checkout/sessions',
    params: {
      mode: z.literal('payment'),
      line_items: z.array(
        z.strictObject({ quantity: whole.optional(), price: filled.optional(), price_data: priceData.optional() }),
      ),
      customer: filled.optional(),
      customer_email: filled.optional(),
      client_reference_id: filled.optional(),
      metadata: metadata.optional(),
      payment_intent_data: z.strictObject({ metadata: metadata.optional(), description: text.optional() }).optional(),
      automatic_tax: z.strictObject({ enabled: flag }).optional(),
      customer_update: z.strictObject({ address: z.enum(['auto', 'never']).optional() }).optional(),
      success_url: filled,
      cancel_url: filled.optional(),
      expires_at: whole.optional(),
      allowed_payment_method_types: z.array(z.literal('card')).optional(),
    },
    answer: ({ books, params }) => createCheckout(books, params),
  }),
  call({
    method: 'GET',
    path: '/v1/checkout/sessions',
    params: {
      ...listing,
      ...createdRange,
      customer: filled.optional(),
      payment_intent: filled.optional(),
      status: z.enum(['complete', 'expired', 'open']).optional(),
    },
    answer: async ({ books, params }) => {
      const wanted = (await books.list('checkout.session', params.customer)).filter(
        session =>
          (params.payment_intent === undefined || session.payment_intent === params.payment_intent) &&
          (params.status === undefined || session.status === params.status),
      )
      return pageOf(wanted, params, '/v1/checkout/sessions')
    },
  }),
  call({
    method: 'GET',
    path: '/v1/checkout/sessions/:id',
    answer: ({ books, id }) => books.get('checkout.session', id),
  }),
  call({
    method: 'GET',
    path: '/v1/checkout/sessions/:id/line_items',
    params: listing,
    answer: async ({ books, id, params }) => {
      const session = await books.get('checkout.session', id)
      return pageOf(books.hidden(session).lines.toReversed(), params, `/v1/checkout/sessions/${id}/line_items`)
    },
  }),
  call({
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    answer: async ({ books, id }) => expireCheckout(books, await books.get('checkout.session', id)),
  }),
]
