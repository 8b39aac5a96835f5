import { z } from 'zod'
import { createPortal, openPortal, updatePortal } from '../objects/portal.ts'
import { call } from './call.ts'
import { pageOf } from './list.ts'
import { filled, flag, listing, metadata, text } from './params.ts'

const enabled = z.strictObject({ enabled: flag }).optional()
const update = z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id'])
const fields = {
  business_profile: z.strictObject({ headline: text.optional() }).optional(),
  features: z
    .strictObject({
      customer_update: z
        .strictObject({ enabled: flag.optional(), allowed_updates: z.array(update).optional() })
        .optional(),
      invoice_history: enabled,
      payment_method_update: enabled,
      subscription_cancel: enabled,
      subscription_update: enabled,
    })
    .optional(),
  metadata: metadata.optional(),
}

export const portalCalls = [
  call({
    method: 'POST',
    path: '/v1/billing_portal/configurations',
    params: fields,
    answer: async ({ books, params }) => createPortal(books, params),
  }),
  call({
    method: 'GET',
    path: '/v1/billing_portal/configurations',
    params: { ...listing, active: flag.optional() },
    answer: async ({ books, params }) => {
      const wanted = (await books.list('billing_portal.configuration')).filter(
        ({ active }) => params.active === undefined || active === params.active,
      )
      return pageOf(wanted, params, '/v1/billing_portal/configurations')
    },
  }),
  call({
    method: 'POST',
    path: '/v1/billing_portal/configurations/:id',
    params: fields,
    answer: ({ books, id, params }) => updatePortal(books, id, params),
  }),
  call({
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    params: { customer: filled, configuration: filled, return_url: filled.optional() },
    answer: ({ books, params }) => openPortal(books, params),
  }),
]
