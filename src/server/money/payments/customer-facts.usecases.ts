import type { Deps } from '#server/money/deps.ts'
import { findCustomerId } from './customer.repository.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import type { CustomerFacts } from './stripe-facts.rules.ts'
import { readCustomer } from './stripe-reading.ts'

/** What the provider knows of the user now, to look at only; null for a user who never paid anything. */
export async function findCustomerFacts(deps: Deps, userId: number): Promise<CustomerFacts | null> {
  const stripe = stripeOf(deps)
  const customerId = await findCustomerId(deps.db, userId, deps.payments.mode)
  return customerId === undefined ? null : readCustomer(stripe, customerId)
}
