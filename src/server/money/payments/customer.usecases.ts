import { hash } from 'node:crypto'
import type { Deps } from '#server/money/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { isMissing, isServerFailure } from '#server/money/provider/stripe-errors.ts'
import type { BillingLock } from './billing-lock.ts'
import { countGoneCustomers, findCustomerId, insertCustomer } from './customer.repository.ts'
import { withIdempotencyKey } from './idempotency.usecases.ts'
import type { CustomerFacts } from './stripe-facts.rules.ts'
import { readCustomer } from './stripe-reading.ts'
import { syncCustomer } from './sync.usecases.ts'

/** The provider's current data about the user, read-only; null if the user is no customer there. */
export async function findCustomerFacts(deps: Deps, userId: number): Promise<CustomerFacts | null> {
  const stripe = stripeOf(deps)
  const customerId = await findCustomerId(deps.db, userId, deps.payments.mode)
  return customerId === undefined ? null : readCustomer(stripe, customerId)
}

type Payer = { id: number; email: string }

/** Calls the provider with the user's customer. If it was deleted there, tries again with a new one. */
export async function withCustomer<T>(
  deps: Deps,
  lock: BillingLock,
  payer: Payer,
  ask: (customerId: string) => Promise<T>,
): Promise<T> {
  try {
    return await ask(await ensureCustomer(deps, payer))
  } catch (error) {
    if (!isMissing(error)) throw error
    await syncCustomer(deps, lock)
    return ask(await ensureCustomer(deps, payer))
  }
}

/** The user's customer at the provider, created on first use. Call it under the billing lock. */
export async function ensureCustomer(deps: Deps, payer: Payer): Promise<string> {
  const { db, payments } = deps
  const known = await findCustomerId(db, payer.id, payments.mode)
  if (known !== undefined) return known
  // With the same key, a retry after a lost response gets the same customer. After a deletion, the key is another one.
  const gone = await countGoneCustomers(db, payer.id, payments.mode)
  // An idempotency key is tied to the exact request, so another email needs another key.
  const email = hash('sha256', payer.email).slice(0, 16)
  const create = () =>
    withIdempotencyKey(deps, `customer:${payer.id}:${gone}:${email}`, idempotencyKey =>
      stripeOf(deps).customers.create(
        { email: payer.email, metadata: { userId: String(payer.id) } },
        { idempotencyKey },
      ),
    )
  // If an error leaves a customer behind, it has no card and no plan, so creating a second one is harmless.
  const customer = await create().catch((error: unknown) => {
    if (isServerFailure(error)) return create()
    throw error
  })
  await insertCustomer(db, { customerId: customer.id, userId: payer.id, mode: payments.mode, email: payer.email })
  return customer.id
}
