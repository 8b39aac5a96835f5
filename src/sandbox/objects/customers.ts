import { z } from 'zod'
import { call, type CallInput, retrieve } from '../api/call.ts'
import { filled, metadata, text, whole } from '../api/params.ts'
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

const createParams = { email: text.optional(), metadata: metadata.optional() }
const updateParams = {
  email: text.optional(),
  /** In cents. A negative balance is a credit that pays the next invoices. */
  balance: whole.optional(),
  address: addressParams.optional(),
  tax: z.strictObject({ validate_location: z.literal('deferred') }).optional(),
  invoice_settings: z.strictObject({ default_payment_method: filled }).optional(),
}

export const customerCalls = {
  'POST /v1/customers': call(createParams, createCustomer),
  'GET /v1/customers/:id': retrieve('customer'),
  'POST /v1/customers/:id': call(updateParams, updateCustomer),
}

async function createCustomer({ store, params }: CallInput<typeof createParams>): Promise<Customer> {
  const id = newId('cus')
  const customer = store.add('customer', {
    id,
    address: null,
    currency: null,
    email: params.email ?? null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    metadata: params.metadata ?? {},
    name: null,
    next_invoice_sequence: 1,
  })
  store.emit('customer.created', customer)
  return customer
}

async function updateCustomer({ store, id, params }: CallInput<typeof updateParams>): Promise<Customer> {
  const customer = await liveCustomer(store, id)
  const { email = customer.email, balance = customer.balance, address } = params
  Object.assign(customer, { email, balance })
  if (address !== undefined) customer.address = { ...noAddress, ...address }
  const card = params.invoice_settings?.default_payment_method
  if (card !== undefined) customer.invoice_settings.default_payment_method = await cardOfCustomer(store, customer, card)
  store.emit('customer.updated', customer)
  return customer
}

/** A customer that has not been deleted. */
export async function liveCustomer(store: Store, id: string, param = 'customer'): Promise<Customer> {
  const customer = await store.get('customer', id, param)
  if ((customer as { deleted?: unknown }).deleted === true) throw noSuch('customer', id, param)
  return customer
}

async function cardOfCustomer(store: Store, customer: Customer, id: string): Promise<string> {
  const param = 'invoice_settings[default_payment_method]'
  const method = await store.get('payment_method', id, param)
  if (method.customer === customer.id) return id
  const message = `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`
  throw invalidRequest(message, { code: 'resource_missing', param })
}
