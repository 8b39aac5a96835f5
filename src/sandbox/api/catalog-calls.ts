import { z } from 'zod'
import { createPrice, createProduct, updatePrice, updateProduct } from '../objects/prices.ts'
import { call } from './call.ts'
import { pageOf } from './list.ts'
import { createdRange, filled, flag, listing, metadata, text, whole } from './params.ts'

const productFields = {
  description: text.optional(),
  active: flag.optional(),
  metadata: metadata.optional(),
  tax_code: text.optional(),
}
const recurring = z.strictObject({
  interval: z.enum(['day', 'month', 'week', 'year']),
  interval_count: whole.optional(),
})
const priceFields = {
  active: flag.optional(),
  lookup_key: filled.optional(),
  transfer_lookup_key: flag.optional(),
  nickname: text.optional(),
  metadata: metadata.optional(),
}

export const catalogCalls = [
  call({
    method: 'POST',
    path: '/v1/products',
    params: { ...productFields, name: filled, id: filled.optional() },
    answer: ({ books, params }) => createProduct(books, params),
  }),
  call({
    method: 'GET',
    path: '/v1/products',
    params: { ...listing, ...createdRange, active: flag.optional(), ids: z.array(text).optional() },
    answer: async ({ books, params }) => {
      const wanted = (await books.list('product')).filter(
        product =>
          (params.active === undefined || product.active === params.active) &&
          (params.ids === undefined || params.ids.includes(product.id)),
      )
      return pageOf(wanted, params, '/v1/products')
    },
  }),
  call({ method: 'GET', path: '/v1/products/:id', answer: ({ books, id }) => books.get('product', id) }),
  call({
    method: 'POST',
    path: '/v1/products/:id',
    params: { ...productFields, name: filled.optional() },
    answer: ({ books, id, params }) => updateProduct(books, id, params),
  }),
  call({
    method: 'POST',
    path: '/v1/prices',
    params: {
      ...priceFields,
      currency: filled,
      unit_amount: whole,
      product: filled.optional(),
      product_data: z
        .strictObject({
          name: filled,
          active: flag.optional(),
          metadata: metadata.optional(),
          tax_code: text.optional(),
        })
        .optional(),
      recurring: recurring.optional(),
      tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
    },
    answer: ({ books, params }) => createPrice(books, params),
  }),
  call({
    method: 'GET',
    path: '/v1/prices',
    params: {
      ...listing,
      ...createdRange,
      active: flag.optional(),
      currency: text.optional(),
      product: filled.optional(),
      type: z.enum(['one_time', 'recurring']).optional(),
      lookup_keys: z.array(text).max(10).optional(),
    },
    answer: async ({ books, params }) => {
      const wanted = (await books.list('price')).filter(
        price =>
          (params.active ?? true) === price.active &&
          (params.currency === undefined || params.currency === price.currency) &&
          (params.product === undefined || params.product === price.product) &&
          (params.type === undefined || params.type === price.type) &&
          (params.lookup_keys === undefined || params.lookup_keys.includes(price.lookup_key ?? '')),
      )
      return pageOf(wanted, params, '/v1/prices')
    },
  }),
  call({ method: 'GET', path: '/v1/prices/:id', answer: ({ books, id }) => books.get('price', id) }),
  call({
    method: 'POST',
    path: '/v1/prices/:id',
    params: priceFields,
    answer: ({ books, id, params }) => updatePrice(books, id, params),
  }),
]
