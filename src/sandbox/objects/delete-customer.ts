import { call } from '../api/call.ts'
import type { Store } from '../store.ts'
import { liveCustomer } from './customers.ts'
import { endSubscription } from './subscription-life.ts'

export const deleteCustomerCall = call({
  method: 'DELETE',
  path: '/v1/customers/:id',
  answer: ({ store, id }) => deleteCustomer(store, id),
})

/** As at Stripe, this ends the customer's subscriptions immediately and removes the cards. */
export async function deleteCustomer(store: Store, id: string): Promise<{ id: string; object: string; deleted: true }> {
  const customer = await liveCustomer(store, id)
  for (const subscription of await store.list('subscription', id))
    await endSubscription(store, subscription, 'cancellation_requested')
  for (const method of await store.list('payment_method', id)) method.customer = null
  store.emit('customer.deleted', customer)
  store.markDeleted(id)
  return { id, object: 'customer', deleted: true }
}
