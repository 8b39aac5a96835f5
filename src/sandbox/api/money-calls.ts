import { z } from 'zod'
import { createRefund } from '../objects/refunds.ts'
import { call } from './call.ts'
import { pageOf } from './list.ts'
import { createdRange, filled, listing, metadata, text, whole } from './params.ts'

export const moneyCalls = [
  call({
    method: 'POST',
    path: '/v1/refunds',
    params: {
      charge: filled.optional(),
      payment_intent: filled.optional(),
      amount: whole.optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
      metadata: metadata.optional(),
    },
    answer: ({ books, params }) => createRefund(books, params),
  }),
  call({
    method: 'GET',
    path: '/v1/refunds',
    params: { ...listing, ...createdRange, charge: filled.optional(), payment_intent: filled.optional() },
    answer: async ({ books, params }) => {
      const wanted = (await books.list('refund')).filter(
        refund =>
          (params.charge === undefined || refund.charge === params.charge) &&
          (params.payment_intent === undefined || refund.payment_intent === params.payment_intent),
      )
      return pageOf(wanted, params, '/v1/refunds')
    },
  }),
  call({ method: 'GET', path: '/v1/refunds/:id', answer: ({ books, id }) => books.get('refund', id) }),
  call({
    method: 'GET',
    path: '/v1/charges',
    params: {
      ...listing,
      ...createdRange,
      customer: filled.optional(),
      payment_intent: filled.optional(),
    },
    answer: async ({ books, params }) => {
      const wanted = (await books.list('charge', params.customer)).filter(
        charge => params.payment_intent === undefined || charge.payment_intent === params.payment_intent,
      )
      return pageOf(wanted, params, '/v1/charges')
    },
  }),
  call({ method: 'GET', path: '/v1/charges/:id', answer: ({ books, id }) => books.get('charge', id) }),
  call({
    method: 'GET',
    path: '/v1/disputes',
    params: { ...listing, ...createdRange, charge: filled.optional(), payment_intent: filled.optional() },
    answer: async ({ books, params }) => {
      const wanted = (await books.list('dispute')).filter(
        dispute =>
          (params.charge === undefined || dispute.charge === params.charge) &&
          (params.payment_intent === undefined || dispute.payment_intent === params.payment_intent),
      )
      return pageOf(wanted, params, '/v1/disputes')
    },
  }),
  call({ method: 'GET', path: '/v1/disputes/:id', answer: ({ books, id }) => books.get('dispute', id) }),
  call({
    method: 'GET',
    path: '/v1/events',
    params: { ...listing, ...createdRange, type: text.optional(), types: z.array(text).max(20).optional() },
    answer: async ({ books, params }) => {
      const types = params.types ?? (params.type === undefined ? undefined : [params.type])
      const wanted = (await books.list('event')).filter(({ type }) => types?.some(one => matches(type, one)) ?? true)
      return pageOf(wanted, params, '/v1/events')
    },
  }),
  call({ method: 'GET', path: '/v1/events/:id', answer: ({ books, id }) => books.get('event', id) }),
]

/** `charge.*` stands for all of them. */
const matches = (type: string, wanted: string): boolean =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
