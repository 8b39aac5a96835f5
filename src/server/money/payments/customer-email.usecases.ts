import { emailConfirmedJob } from '#server/accounts/identity/account-jobs.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import type { Deps } from '#server/money/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { unlessMissing } from '#server/money/provider/stripe-errors.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { type BillingLock, withBillingLock } from './billing-lock.ts'
import { findCustomer, writeCustomerEmail } from './customer.repository.ts'
import { syncCustomer } from './sync.usecases.ts'

/** Sends the account's confirmed email to the provider. Safe to repeat. */
export async function syncCustomerEmail(deps: Deps, lock: BillingLock): Promise<void> {
  const { db, payments } = deps
  const { userId } = lock
  const customer = await findCustomer(db, userId, payments.mode)
  const account = await readAccount(deps, userId)
  if (customer === undefined || account?.isEmailVerified !== true || customer.email === account.email) return
  const updated = await unlessMissing(stripeOf(deps).customers.update(customer.id, { email: account.email }))
  if (updated !== undefined) await writeCustomerEmail(db, customer.id, account.email)
  // The customer was deleted at the provider. The sync records that, and nothing is left to update.
  else await syncCustomer(deps, lock)
}

/** Sends a newly confirmed email. If this fails or was never queued, the hourly reconciliation does it. */
export const customerEmailJob: Job<{ userId: number }, Deps> = {
  ...emailConfirmedJob,
  run: async (deps, { userId }) => {
    if (deps.payments.stripe !== null) await withBillingLock(deps, userId, lock => syncCustomerEmail(deps, lock))
  },
}
