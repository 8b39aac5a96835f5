import { z } from 'zod'
import { call, type CallInput, retrieve } from '../api/call.ts'
import { metadata, type Params, text, whole } from '../api/params.ts'
import { newId, nulls } from '../fields.ts'
import type { Store } from '../store.ts'
import { invalidRequest, noSuch } from '../stripe-error.ts'
import type { Customer } from '../wire.ts'

export const addressParams = z.strictObject({
  city: text.optional(),
  country: text.optional(),
  line1: text.optional(),
  line2: text.optional(),
  postal_code: text.optional(),
  state: text.optional(),
})
export type Address = z.output<typeof addressParams>
export const noAddress = nulls('city country line1 line2 postal_code state')

const customerParams = {
  email: text.optional(),
  name: text.optional(),
  /** In cents. A negative balance is a credit that pays the next invoices. */
  balance: whole.optional(),
  metadata: metadata.optional(),
  address: addressParams.optional(),
  tax: z.strictObject({ validate_location: z.literal('deferred') }).optional(),
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
}
type CustomerInput = CallInput<typeof customerParams>

export const customerCalls = {
  'POST /v1/customers': call(customerParams, createCustomer),
  'GET /v1/customers/:id': retrieve('customer'),
  'POST /v1/customers/:id': call(customerParams, updateCustomer),
}

async function createCustomer({ store, params }: CustomerInput): Promise<Customer> {
  const id = newId('cus')
  const customer = store.add('customer', {
    id,
    address: null,
    currency: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    name: null,
    next_invoice_sequence: 1,
  })
  await fill(store, customer, params)
  store.emit('customer.created', customer)
  return customer
}

async function updateCustomer({ store, id, params }: CustomerInput): Promise<Customer> {
  const customer = await liveCustomer(store, id)
  await fill(store, customer, params)
  store.emit('customer.updated', customer)
  return customer
}

/** A customer that has not been deleted. */
export async function liveCustomer(store: Store, id: string, param = 'customer'): Promise<Customer> {
  const customer = await store.get('customer', id, param)
  if ((customer as { deleted?: unknown }).deleted === true) throw noSuch('customer', id, param)
  return customer
}

async function fill(store: Store, customer: Customer, input: Params<typeof customerParams>): Promise<void> {
  const { metadata: entries, invoice_settings: settings, address, tax: _tax, ...plain } = input
  for (const [name, value] of Object.entries(plain))
    if (value !== undefined) Object.assign(customer, { [name]: value === '' ? null : value })
  if (entries !== undefined) customer.metadata = mergeMetadata(customer.metadata, entries)
  if (address !== undefined) customer.address = { ...noAddress, ...address }
  const card = settings?.default_payment_method
  if (card === undefined) return
  if (card !== '') await assertAttached(store, customer, card)
  customer.invoice_settings.default_payment_method = card === '' ? null : card
}

async function assertAttached(store: Store, customer: Customer, id: string): Promise<void> {
  const param = 'invoice_settings[default_payment_method]'
  const method = await store.get('payment_method', id, param)
  if (method.customer !== customer.id)
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param },
    )
}

/** An empty value removes the entry, as at Stripe. */
export const mergeMetadata = (
  before: Record<string, string> | null,
  changes: Record<string, string>,
): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ''))
