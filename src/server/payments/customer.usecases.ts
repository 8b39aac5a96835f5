import type { Deps } from '../deps.ts'
import { countGoneCustomers, findCustomerId, insertCustomer } from './customer.repository.ts'
import { stripeOf } from './payments.ts'

type Payer = { id: number; email: string }

/** The user's customer at the provider, made on the first need. To be called under the billing lock. */
export async function ensureCustomer(deps: Deps, payer: Payer): Promise<string> {
  const { db, payments } = deps
  const known = await findCustomerId(db, payer.id, payments.mode)
  if (known !== undefined) return known
  // Whoever asks twice, because the first answer was lost, gets the same customer; after a deletion a new one.
  const gone = await countGoneCustomers(db, payer.id, payments.mode)
  const idempotencyKey = `customer:${payer.id}${gone === 0 ? '' : `:${gone}`}`
  const customer = await stripeOf(deps).customers.create(
    { email: payer.email, metadata: { userId: String(payer.id) } },
    { idempotencyKey },
  )
  await insertCustomer(db, { customerId: customer.id, userId: payer.id, mode: payments.mode })
  return customer.id
}
