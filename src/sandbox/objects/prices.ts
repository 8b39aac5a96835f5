import type { Books } from '../books.ts'
import { newId } from '../ids.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Objects } from '../wire.ts'
import { mergeMetadata } from './customers.ts'

type Product = Objects['product']
type Price = Objects['price']
type ProductInput = {
  id?: string | undefined
  name: string
  description?: string | undefined
  active?: boolean | undefined
  metadata?: Record<string, string> | undefined
  tax_code?: string | undefined
}
export type PriceInput = {
  currency: string
  unit_amount: number
  product?: string | undefined
  product_data?: Omit<ProductInput, 'id' | 'description'> | undefined
  recurring?: { interval: 'day' | 'month' | 'week' | 'year'; interval_count?: number | undefined } | undefined
  lookup_key?: string | undefined
  transfer_lookup_key?: boolean | undefined
  nickname?: string | undefined
  active?: boolean | undefined
  tax_behavior?: 'exclusive' | 'inclusive' | 'unspecified' | undefined
  metadata?: Record<string, string> | undefined
}

export async function createProduct(books: Books, input: ProductInput): Promise<Product> {
  if (input.id !== undefined && (await books.find('product', input.id)) !== undefined)
    throw invalidRequest(`Product already exists: ${input.id}`, { code: 'resource_already_exists' })
  const product = books.add('product', {
    id: input.id ?? newId('prod'),
    object: 'product',
    active: input.active ?? true,
    created: books.now,
    default_price: null,
    description: input.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: input.metadata ?? {},
    name: input.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: input.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: books.now,
    url: null,
  })
  books.emit('product.created', product)
  return product
}

export async function updateProduct(books: Books, id: string, input: Partial<ProductInput>): Promise<Product> {
  const product = await books.get('product', id)
  const { metadata, ...plain } = input
  Object.assign(product, plain, { updated: books.now })
  if (metadata !== undefined) product.metadata = mergeMetadata(product.metadata, metadata)
  books.emit('product.updated', product)
  return product
}

export async function createPrice(books: Books, input: PriceInput): Promise<Price> {
  const product = await productOf(books, input)
  if (input.lookup_key !== undefined) await takeLookupKey(books, input.lookup_key, input.transfer_lookup_key ?? false)
  const price = books.add('price', {
    id: newId('price'),
    object: 'price',
    active: input.active ?? true,
    billing_scheme: 'per_unit',
    created: books.now,
    currency: input.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: input.lookup_key ?? null,
    metadata: input.metadata ?? {},
    nickname: input.nickname ?? null,
    product: product.id,
    recurring:
      input.recurring === undefined
        ? null
        : {
            interval: input.recurring.interval,
            interval_count: input.recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: 'licensed',
          },
    tax_behavior: input.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: input.recurring === undefined ? 'one_time' : 'recurring',
    unit_amount: input.unit_amount,
    unit_amount_decimal: String(input.unit_amount),
  })
  books.emit('price.created', price)
  return price
}

async function productOf(books: Books, { product, product_data }: PriceInput): Promise<Product> {
  if (product !== undefined) return books.get('product', product, 'product')
  if (product_data !== undefined) return createProduct(books, product_data)
  throw invalidRequest('You must specify either `product` or `product_data` when creating a price.')
}

async function takeLookupKey(books: Books, key: string, isTransfer: boolean): Promise<void> {
  const holder = (await books.list('price')).find(price => price.lookup_key === key)
  if (holder === undefined) return
  if (!isTransfer)
    throw invalidRequest(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' })
  holder.lookup_key = null
  books.emit('price.updated', holder)
}

export async function updatePrice(
  books: Books,
  id: string,
  input: Pick<Partial<PriceInput>, 'active' | 'lookup_key' | 'transfer_lookup_key' | 'nickname' | 'metadata'>,
): Promise<Price> {
  const price = await books.get('price', id)
  if (input.lookup_key !== undefined && input.lookup_key !== price.lookup_key)
    await takeLookupKey(books, input.lookup_key, input.transfer_lookup_key ?? false)
  price.active = input.active ?? price.active
  price.lookup_key = input.lookup_key ?? price.lookup_key
  price.nickname = input.nickname ?? price.nickname
  if (input.metadata !== undefined) price.metadata = mergeMetadata(price.metadata, input.metadata)
  books.emit('price.updated', price)
  return price
}
