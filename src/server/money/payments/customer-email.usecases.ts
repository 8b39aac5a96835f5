import { emailConfirmedJob } from '#server/accounts/identity/account-jobs.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import type { Deps } from '#server/money/deps.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { type BillingLock, withBillingLock } from './billing-lock.ts'
import { findCustomer, writeCustomerEmail } from './customer.repository.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { isMissing } from '#server/money/provider/stripe-errors.ts'
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
export const customerEmailJob: Job<{ userId: number }, Deps> = {
  ...emailConfirmedJob,
  run: async (deps, { userId }) => {
    if (deps.payments.stripe !== null) await withBillingLock(deps, userId, lock => tellCustomerEmail(deps, lock))
  },
}
