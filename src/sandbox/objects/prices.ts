import { z } from 'zod'
import { call, type CallInput, list, retrieve } from '../api/call.ts'
import { filled, text, whole } from '../api/params.ts'
import { newId, nulls } from '../fields.ts'
import type { Store } from '../store.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Price } from '../wire.ts'

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
  'POST /v1/products': call({ id: filled, name: filled }, async ({ store, params: { id, name } }) => {
    if ((await store.find('product', id)) !== undefined)
      throw invalidRequest(`Product already exists: ${id}`, { code: 'resource_already_exists' })
    return store.add('product', { id, active: true, name, type: 'service' })
  }),
  'GET /v1/products/:id': retrieve('product'),
  'POST /v1/prices': call(priceParams, createPrice),
  'GET /v1/prices': list('price', priceFilters, {
    isWanted: (price, { lookup_keys: keys }) => keys === undefined || keys.includes(price.lookup_key ?? ''),
  }),
}

async function createPrice({ store, params }: CallInput<typeof priceParams>): Promise<Price> {
  const { currency, product, unit_amount, lookup_key = null } = params
  await store.get('product', product, 'product')
  if (lookup_key !== null) await takeLookupKey(store, lookup_key)
  const price = store.add('price', {
    id: newId('price'),
    active: true,
    billing_scheme: 'per_unit',
    currency,
    lookup_key,
    product,
    recurring: { ...nulls('meter trial_period_days'), interval: 'month', interval_count: 1, usage_type: 'licensed' },
    type: 'recurring',
    unit_amount,
  })
  store.emit('price.created', price)
  return price
}

/** Takes a lookup key from the price that has it. */
async function takeLookupKey(store: Store, key: string): Promise<void> {
  const holder = (await store.list('price')).find(price => price.lookup_key === key)
  if (holder !== undefined) holder.lookup_key = null
}
