import { z } from 'zod'
import type { Deps } from '#server/money/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { type BillingLock, withBillingLock } from './billing-lock.ts'
import { findCustomerId } from './customer.repository.ts'
import { findCustomerFacts } from './customer.usecases.ts'
import { deleteCustomer, endSubscription } from './end-subscription.usecases.ts'
import { closeOpenCheckouts } from './open-checkouts.usecases.ts'
import { isLive } from './stripe-facts.rules.ts'
import { readCustomer } from './stripe-reading.ts'
import { syncCustomer } from './sync.usecases.ts'

/** Call this before deleting an account. If the provider were unreachable, the plan could still be charged. */
export async function assertProviderAnswers(deps: Deps, userId: number): Promise<void> {
  if (deps.payments.stripe !== null) await findCustomerFacts(deps, userId)
}

/** Stops all charges of a deleted account, and deletes its customer at the provider. Safe to repeat. */
export async function forgetCustomer(deps: Deps, lock: BillingLock): Promise<void> {
  const customerId = await findCustomerId(deps.db, lock.userId, deps.payments.mode)
  if (customerId === undefined) return
  const stripe = stripeOf(deps)
  const { subscriptions, invoices, isDeleted } = await readCustomer(stripe, customerId)
  const isUnsettled = (id: string) =>
    invoices.some(({ subscriptionId, status }) => subscriptionId === id && (status === 'open' || status === 'draft'))
  for (const subscription of subscriptions)
    if (isLive(subscription) || isUnsettled(subscription.id)) await endSubscription(stripe, subscription)
  await closeOpenCheckouts(deps, lock.userId)
  if (!isDeleted) await deleteCustomer(stripe, customerId)
  await syncCustomer(deps, lock)
}

export const closedAccountJob: Job<{ userId: number }, Deps> = {
  name: 'payments-of-deleted-account',
  queue: 'jobs',
  payload: z.object({ userId: z.number().int() }),
  run: async (deps, { userId }) => {
    if (deps.payments.stripe !== null) await withBillingLock(deps, userId, lock => forgetCustomer(deps, lock))
  },
}
