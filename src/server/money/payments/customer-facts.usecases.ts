import type { Deps } from '#server/money/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { findCustomerId } from './customer.repository.ts'
import type { CustomerFacts } from './stripe-facts.rules.ts'
import { readCustomer } from './stripe-reading.ts'

/** The provider's current data about the user, read-only; null if the user is no customer there. */
export async function findCustomerFacts(deps: Deps, userId: number): Promise<CustomerFacts | null> {
  const stripe = stripeOf(deps)
  const customerId = await findCustomerId(deps.db, userId, deps.payments.mode)
  return customerId === undefined ? null : readCustomer(stripe, customerId)
}
