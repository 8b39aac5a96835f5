import type { Books } from '../books.ts'
import { liveCustomer } from './customers.ts'
import { endSubscription } from './subscription-life.ts'

/** As at Stripe: its subscriptions end at once, its cards are gone. */
export async function deleteCustomer(books: Books, id: string): Promise<{ id: string; object: string; deleted: true }> {
  const customer = await liveCustomer(books, id)
  for (const subscription of await books.list('subscription', id))
    await endSubscription(books, subscription, 'cancellation_requested')
  for (const method of await books.list('payment_method', id)) method.customer = null
  books.emit('customer.deleted', customer)
  books.bury(id)
  return { id, object: 'customer', deleted: true }
}
