import { z } from 'zod'
import { createCustomer, liveCustomer, updateCustomer } from '../objects/customers.ts'
import { deleteCustomer } from '../objects/delete-customer.ts'
import { attachCard, createCard, detachCard, updateCard } from '../objects/payment-methods.ts'
import { noSuch } from '../stripe-error.ts'
import { call } from './call.ts'
import { pageOf } from './list.ts'
import { createdRange, filled, flag, listing, metadata, text, whole } from './params.ts'

const address = z
  .strictObject({
    city: text.optional(),
    country: text.optional(),
    line1: text.optional(),
    line2: text.optional(),
    postal_code: text.optional(),
    state: text.optional(),
  })
  .optional()
const customerFields = {
  email: text.optional(),
  name: text.optional(),
  description: text.optional(),
  phone: text.optional(),
  metadata: metadata.optional(),
  address,
  tax: z.strictObject({ validate_location: z.enum(['auto', 'deferred', 'immediately']).optional() }).optional(),
  balance: whole.optional(),
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
}
const cardFields = z.strictObject({
  number: filled,
  exp_month: whole,
  exp_year: whole,
  cvc: text.optional(),
})

export const customerCalls = [
  call({
    method: 'POST',
    path: '/v1/customers',
    params: customerFields,
    answer: ({ books, params }) => createCustomer(books, params),
  }),
  call({
    method: 'GET',
    path: '/v1/customers',
    params: { ...listing, ...createdRange, email: text.optional() },
    answer: async ({ books, params }) => {
      const all = (await books.list('customer')).filter(customer => !('deleted' in customer))
      const wanted = all.filter(({ email }) => params.email === undefined || email === params.email)
      return pageOf(wanted, params, '/v1/customers')
    },
  }),
  call({ method: 'GET', path: '/v1/customers/:id', answer: ({ books, id }) => books.get('customer', id) }),
  call({
    method: 'POST',
    path: '/v1/customers/:id',
    params: customerFields,
    answer: ({ books, id, params }) => updateCustomer(books, id, params),
  }),
  call({ method: 'DELETE', path: '/v1/customers/:id', answer: ({ books, id }) => deleteCustomer(books, id) }),
  call({
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    params: { ...listing, type: z.literal('card').optional(), allow_redisplay: text.optional() },
    answer: async ({ books, id, params }) => {
      await liveCustomer(books, id)
      return pageOf(await books.list('payment_method', id), params, `/v1/customers/${id}/payment_methods`)
    },
  }),
  call({
    method: 'GET',
    path: '/v1/payment_methods',
    params: { ...listing, type: z.literal('card').optional(), customer: filled.optional() },
    answer: async ({ books, params }) =>
      pageOf(await books.list('payment_method', params.customer), params, '/v1/payment_methods'),
  }),
  call({
    method: 'POST',
    path: '/v1/payment_methods',
    isOpen: true,
    params: {
      type: z.literal('card'),
      card: cardFields,
      metadata: metadata.optional(),
      billing_details: z
        .strictObject({
          name: text.optional(),
          email: text.optional(),
          phone: text.optional(),
          address,
        })
        .optional(),
    },
    answer: async ({ books, params: { card, billing_details } }) =>
      createCard(books, { ...card, name: billing_details?.name, address: billing_details?.address }),
  }),
  call({ method: 'GET', path: '/v1/payment_methods/:id', answer: ({ books, id }) => books.get('payment_method', id) }),
  call({
    method: 'POST',
    path: '/v1/payment_methods/:id',
    params: {
      metadata: metadata.optional(),
      card: z.strictObject({ exp_month: whole.optional(), exp_year: whole.optional() }).optional(),
      allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
    },
    answer: ({ books, id, params }) => updateCard(books, id, params),
  }),
  call({
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    params: { customer: filled },
    answer: ({ books, id, params }) => attachCard(books, id, params.customer),
  }),
  call({
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    answer: ({ books, id }) => detachCard(books, id),
  }),
]

/** A browser shows that it may ask for an intent by the secret that was made for it. */
export function assertMayUse(
  intent: { id: string; object: string; client_secret: string | null },
  { isSecret, clientSecret }: { isSecret: boolean; clientSecret: string | undefined },
): void {
  if (clientSecret === undefined ? !isSecret : clientSecret !== intent.client_secret)
    throw noSuch(intent.object, intent.id)
}

export const clientFields = {
  client_secret: text.optional(),
  return_url: text.optional(),
  use_stripe_sdk: flag.optional(),
}
