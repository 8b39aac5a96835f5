import { accountDisabledJob } from '#server/accounts/identity/account-jobs.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import type { Deps } from '#server/money/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { type BillingLock, withBillingLock } from './billing-lock.ts'
import { endWithPaidMonth } from './end-subscription.usecases.ts'
import { closeOpenCheckouts } from './open-checkouts.usecases.ts'
import { mainSubscription } from './stripe-facts.rules.ts'
import { syncCustomer } from './sync.usecases.ts'

/** Ends the plan at the end of its paid month. Safe to repeat. */
export async function stopRenewal(deps: Deps, lock: BillingLock): Promise<void> {
  const { subscriptions, invoices } = (await syncCustomer(deps, lock)) ?? { subscriptions: [], invoices: [] }
  const main = mainSubscription(subscriptions)
  if (main === undefined) return
  await endWithPaidMonth(stripeOf(deps), { subscription: main, invoices, now: deps.clock.now() })
  await syncCustomer(deps, lock)
}

/** Stops the renewal of a disabled user's plan, who cannot cancel it. Does nothing if they are enabled again. */
export const disabledAccountJob: Job<{ userId: number }, Deps> = {
  ...accountDisabledJob,
  run: async (deps, { userId }) => {
    if (deps.payments.stripe === null) return
    await withBillingLock(deps, userId, async lock => {
      if ((await readAccount(deps, userId))?.isDisabled !== true) return
      await stopRenewal(deps, lock)
      await closeOpenCheckouts(deps, userId)
    })
  },
}
