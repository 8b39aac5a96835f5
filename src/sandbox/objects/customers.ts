import type { Books } from '../books.ts'
import { newId } from '../ids.ts'
import { invalidRequest, noSuch } from '../stripe-error.ts'
import type { Objects } from '../wire.ts'
import { assertTaxLocation } from './taxes.ts'

type Customer = Objects['customer']
export type Address = Partial<
  Record<'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state', string | undefined>
>
export type CustomerInput = {
  email?: string | undefined
  name?: string | undefined
  description?: string | undefined
  phone?: string | undefined
  /** In cents; negative: a credit that pays the next invoices. */
  balance?: number | undefined
  metadata?: Record<string, string> | undefined
  address?: Address | undefined
  tax?: { validate_location?: 'auto' | 'deferred' | 'immediately' | undefined } | undefined
  invoice_settings?: { default_payment_method?: string | undefined } | undefined
}

export async function createCustomer(books: Books, input: CustomerInput): Promise<Customer> {
  const id = newId('cus')
  const customer = books.add('customer', {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: books.now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  })
  await fill(books, customer, input)
  books.emit('customer.created', customer)
  return customer
}

export async function updateCustomer(books: Books, id: string, input: CustomerInput): Promise<Customer> {
  const customer = await liveCustomer(books, id)
  await fill(books, customer, input)
  books.emit('customer.updated', customer)
  return customer
}

/** A customer that can still be charged; a deleted one is as good as none. */
export async function liveCustomer(books: Books, id: string, param = 'customer'): Promise<Customer> {
  const customer = await books.get('customer', id, param)
  if ((customer as { deleted?: unknown }).deleted === true) throw noSuch('customer', id, param)
  return customer
}

async function fill(books: Books, customer: Customer, input: CustomerInput): Promise<void> {
  const { metadata, invoice_settings, address, tax, ...plain } = input
  for (const [name, value] of Object.entries(plain))
    if (value !== undefined) Object.assign(customer, { [name]: value === '' ? null : value })
  if (metadata !== undefined) customer.metadata = mergeMetadata(customer.metadata, metadata)
  if (address !== undefined) customer.address = { ...noAddress, ...address }
  if (tax?.validate_location === 'immediately') assertTaxLocation(books, customer)
  const card = invoice_settings?.default_payment_method
  if (card === undefined) return
  if (card !== '') await assertAttached(books, customer, card)
  customer.invoice_settings.default_payment_method = card === '' ? null : card
}

export const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

async function assertAttached(books: Books, customer: Customer, id: string): Promise<void> {
  const method = await books.get('payment_method', id, 'invoice_settings[default_payment_method]')
  if (method.customer !== customer.id)
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
    )
}

/** An empty value takes the entry away, as at Stripe. */
export const mergeMetadata = (
  before: Record<string, string> | null,
  changes: Record<string, string>,
): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ''))
