import { z } from 'zod'
import { readAccount } from '../account/account.usecases.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/job.ts'
import { type BillingLock, withBillingLock } from './billing-lock.ts'
import { findCustomer, writeCustomerEmail } from './customer.repository.ts'
import { stripeOf } from './payments.ts'
import { isMissing } from './stripe-errors.ts'
import { syncCustomer } from './sync.usecases.ts'

/** Gives the provider the account's email, once it is confirmed. Done twice it is done once. */
export async function tellCustomerEmail(deps: Deps, lock: BillingLock): Promise<void> {
  const { db, payments } = deps
  const { userId } = lock
  const customer = await findCustomer(db, userId, payments.mode)
  const account = await readAccount(deps, userId)
  if (customer === undefined || account?.isEmailVerified !== true || customer.email === account.email) return
  try {
    await stripeOf(deps).customers.update(customer.id, { email: account.email })
  } catch (error) {
    if (!isMissing(error)) throw error
    // Deleted there without a word: the sync sees that, and nobody is left to tell.
    return void (await syncCustomer(deps, lock))
  }
  await writeCustomerEmail(db, customer.id, account.email)
}

/** What fails here, and where no job was queued, the hourly reconciliation does. */
export const customerEmailJob: Job<{ userId: number }> = {
  name: 'email-of-customer',
  queue: 'jobs',
  payload: z.object({ userId: z.number().int() }),
  run: async (deps, { userId }) => {
    if (deps.payments.stripe !== null) await withBillingLock(deps, userId, lock => tellCustomerEmail(deps, lock))
  },
}
