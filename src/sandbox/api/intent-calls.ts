import { z } from 'zod'
import { confirmPayment } from '../objects/settle.ts'
import { cancelSetupIntent, confirmSetupIntent, createSetupIntent } from '../objects/setup-intents.ts'
import { call } from './call.ts'
import { assertMayUse, clientFields } from './customer-calls.ts'
import { pageOf } from './list.ts'
import { createdRange, filled, flag, listing, metadata, text } from './params.ts'

export const intentCalls = [
  call({
    method: 'POST',
    path: '/v1/setup_intents',
    params: {
      customer: filled.optional(),
      usage: z.enum(['off_session', 'on_session']).optional(),
      allowed_payment_method_types: z.array(z.literal('card')).optional(),
      description: text.optional(),
      metadata: metadata.optional(),
    },
    answer: ({ books, params }) => createSetupIntent(books, params),
  }),
  call({
    method: 'GET',
    path: '/v1/setup_intents',
    params: { ...listing, ...createdRange, customer: filled.optional() },
    answer: async ({ books, params }) =>
      pageOf(await books.list('setup_intent', params.customer), params, '/v1/setup_intents'),
  }),
  call({
    method: 'GET',
    path: '/v1/setup_intents/:id',
    isOpen: true,
    params: clientFields,
    answer: async ({ books, id, params, isSecret }) => {
      const intent = await books.get('setup_intent', id, 'intent')
      assertMayUse(intent, { isSecret, clientSecret: params.client_secret })
      return intent
    },
  }),
  call({
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    isOpen: true,
    params: { ...clientFields, payment_method: filled.optional() },
    answer: async ({ books, id, params, isSecret }) => {
      const intent = await books.get('setup_intent', id, 'intent')
      assertMayUse(intent, { isSecret, clientSecret: params.client_secret })
      return confirmSetupIntent(books, id, params.payment_method)
    },
  }),
  call({
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    params: { cancellation_reason: z.enum(['abandoned', 'duplicate', 'requested_by_customer']).optional() },
    answer: ({ books, id }) => cancelSetupIntent(books, id),
  }),
  call({
    method: 'GET',
    path: '/v1/payment_intents',
    params: { ...listing, ...createdRange, customer: filled.optional() },
    answer: async ({ books, params }) =>
      pageOf(await books.list('payment_intent', params.customer), params, '/v1/payment_intents'),
  }),
  call({
    method: 'GET',
    path: '/v1/payment_intents/:id',
    isOpen: true,
    params: clientFields,
    answer: async ({ books, id, params, isSecret }) => {
      const intent = await books.get('payment_intent', id, 'intent')
      assertMayUse(intent, { isSecret, clientSecret: params.client_secret })
      return intent
    },
  }),
  call({
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    isOpen: true,
    params: { ...clientFields, payment_method: filled.optional(), off_session: flag.optional() },
    answer: async ({ books, id, params, isSecret }) => {
      const intent = await books.get('payment_intent', id, 'intent')
      assertMayUse(intent, { isSecret, clientSecret: params.client_secret })
      return confirmPayment(books, intent, params.payment_method)
    },
  }),
]
