import { type PaidTier, plans } from '#contract/plans.ts'
import { type Account, isPlanGranted } from '#server/accounts/identity/account.rules.ts'
import type { Deps } from '#server/features/deps.ts'
import type { BillingLock } from '#server/money/payments/billing-lock.ts'
import { findSubscription } from '#server/money/payments/billing-state.usecases.ts'
import { mainSubscription } from '#server/money/payments/stripe-facts.rules.ts'
import { syncCustomer } from '#server/money/payments/sync.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'

/** Syncs with the provider and returns the paid plan. If there is none, throws a refusal with the reason. */
export async function readLivePlan(deps: Deps, account: Account, lock: BillingLock) {
  const facts = await syncCustomer(deps, lock)
  const main = mainSubscription(facts?.subscriptions ?? [])
  if (facts === null || main === undefined) throw await noPlan(deps, account)
  return { main, facts }
}

export const givenPlan = (): Refusal =>
  new Refusal('NO_SUBSCRIPTION', { message: 'Your plan is complimentary. You are not charged for it.' })

export const keepFirst = ({ present, next }: { present: PaidTier; next: PaidTier }): Refusal =>
  new Refusal('DOWNGRADE_PLANNED', {
    message: `Your plan changes to ${plans[next].name} within a day. Keep your ${plans[present].name} plan first, then upgrade.`,
  })

async function noPlan(deps: Deps, account: Account): Promise<Refusal> {
  if (isPlanGranted(account)) return givenPlan()
  const row = await findSubscription(deps.db, account.id)
  return new Refusal(row?.tier == null ? 'NO_SUBSCRIPTION' : 'SUBSCRIPTION_ENDED')
}
