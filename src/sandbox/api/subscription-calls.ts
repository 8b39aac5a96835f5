import { z } from 'zod'
import { cancelSubscription } from '../objects/subscription-life.ts'
import { updateSubscription } from '../objects/subscription-change.ts'
import { createSubscription } from '../objects/subscriptions.ts'
import { call } from './call.ts'
import { pageOf } from './list.ts'
import { createdRange, filled, flag, listing, metadata, text, whole } from './params.ts'

const paymentBehavior = z
  .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
  .optional()
const shared = {
  payment_behavior: paymentBehavior,
  default_payment_method: text.optional(),
  metadata: metadata.optional(),
  description: text.optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  off_session: flag.optional(),
}
const quantity = z.literal('1').transform(Number).optional()
const cancellationDetails = z
  .strictObject({
    comment: text.optional(),
    feedback: z
      .enum([
        'customer_service',
        'low_quality',
        'missing_features',
        'other',
        'switched_service',
        'too_complex',
        'too_expensive',
        'unused',
      ])
      .optional(),
  })
  .optional()

export const subscriptionCalls = [
  call({
    method: 'POST',
    path: '/v1/subscriptions',
    params: {
      ...shared,
      customer: filled,
      items: z.array(z.strictObject({ price: filled, quantity })),
      billing_mode: z.strictObject({ type: z.literal('flexible') }).optional(),
      automatic_tax: z.strictObject({ enabled: flag }).optional(),
      collection_method: z.literal('charge_automatically').optional(),
      payment_settings: z
        .strictObject({ save_default_payment_method: z.enum(['off', 'on_subscription']).optional() })
        .optional(),
    },
    answer: ({ books, params }) => createSubscription(books, params),
  }),
  call({
    method: 'GET',
    path: '/v1/subscriptions',
    params: {
      ...listing,
      ...createdRange,
      customer: filled.optional(),
      price: filled.optional(),
      status: z
        .enum([
          'active',
          'all',
          'canceled',
          'ended',
          'incomplete',
          'incomplete_expired',
          'past_due',
          'paused',
          'trialing',
          'unpaid',
        ])
        .optional(),
    },
    answer: async ({ books, params }) => {
      const wanted = (await books.list('subscription', params.customer)).filter(
        ({ status, items }) =>
          isWanted(status, params.status) &&
          (params.price === undefined || items.data.some(item => item.price.id === params.price)),
      )
      return pageOf(wanted, params, '/v1/subscriptions')
    },
  }),
  call({ method: 'GET', path: '/v1/subscriptions/:id', answer: ({ books, id }) => books.get('subscription', id) }),
  call({
    method: 'POST',
    path: '/v1/subscriptions/:id',
    params: {
      ...shared,
      items: z.array(z.strictObject({ id: filled.optional(), price: filled.optional(), quantity })).optional(),
      proration_date: whole.optional(),
      cancel_at: z.union([z.enum(['min_period_end', 'max_period_end', '']), whole]).optional(),
      cancel_at_period_end: flag.optional(),
      cancellation_details: cancellationDetails,
    },
    answer: ({ books, id, params }) => updateSubscription(books, id, params),
  }),
  call({
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: {
      invoice_now: z.literal('false').optional(),
      prorate: z.literal('false').optional(),
      cancellation_details: cancellationDetails,
    },
    answer: ({ books, id }) => cancelSubscription(books, id),
  }),
]

/** Without a wish, what is canceled is left out. */
const isWanted = (status: string, wanted: string | undefined): boolean => {
  if (wanted === 'all') return true
  if (wanted === undefined) return status !== 'canceled'
  return wanted === 'ended' ? status === 'canceled' || status === 'incomplete_expired' : status === wanted
}
