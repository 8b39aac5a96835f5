import { z } from 'zod'
import { call, type CallInput, list, retrieve } from '../api/call.ts'
import { filled, text, whole } from '../api/params.ts'
import { newId, nulls } from '../fields.ts'
import type { Store } from '../store.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Objects, Price } from '../wire.ts'

const productParams = { id: filled, name: filled }
const priceParams = {
  currency: filled,
  unit_amount: whole,
  product: filled,
  recurring: z.strictObject({ interval: z.literal('month') }),
  lookup_key: filled.optional(),
  transfer_lookup_key: z.literal('true').optional(),
}

const priceFilters = { active: z.literal('true').optional(), lookup_keys: z.array(text).max(10).optional() }

export const priceCalls = {
  'POST /v1/products': call(productParams, createProduct),
  'GET /v1/products/:id': retrieve('product'),
  'POST /v1/prices': call(priceParams, createPrice),
  'GET /v1/prices': list('price', priceFilters, {
    isWanted: (price, { lookup_keys: keys }) => keys === undefined || keys.includes(price.lookup_key ?? ''),
  }),
}

async function createProduct({ store, params: input }: CallInput<typeof productParams>): Promise<Objects['product']> {
  if ((await store.find('product', input.id)) !== undefined)
    throw invalidRequest(`Product already exists: ${input.id}`, { code: 'resource_already_exists' })
  return store.add('product', {
    id: input.id,
    active: true,
    name: input.name,
    type: 'service',
  })
}

async function createPrice({ store, params: input }: CallInput<typeof priceParams>): Promise<Price> {
  const product = await store.get('product', input.product, 'product')
  if (input.lookup_key !== undefined) await takeLookupKey(store, input.lookup_key)
  const price = store.add('price', {
    id: newId('price'),
    active: true,
    billing_scheme: 'per_unit',
    currency: input.currency,
    lookup_key: input.lookup_key ?? null,
    product: product.id,
    recurring: { ...nulls('meter trial_period_days'), interval: 'month', interval_count: 1, usage_type: 'licensed' },
    type: 'recurring',
    unit_amount: input.unit_amount,
  })
  store.emit('price.created', price)
  return price
}

/** Takes a lookup key from the price that has it. */
async function takeLookupKey(store: Store, key: string): Promise<void> {
  const holder = (await store.list('price')).find(price => price.lookup_key === key)
  if (holder !== undefined) holder.lookup_key = null
}
