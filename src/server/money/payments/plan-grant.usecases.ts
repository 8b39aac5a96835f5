import { plans, type Tier } from '#contract/plans.ts'
import { accountIdOf, giveGrantedPlan } from '#server/accounts/identity/account.usecases.ts'
import type { Deps } from '#server/money/deps.ts'
import { startNewPeriod } from '#server/money/usage/usage.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { assertLockHeld, withBillingLock } from './billing-lock.ts'
import { findSubscription } from './billing-state.usecases.ts'

export type PlanGrant = { username: string; tier: Tier; until?: Date | undefined; pulls?: number | undefined }

/**
 * Grants a plan without payment, starting now with a full month's quota. Refused for users who pay for a plan, because
 * they would still be charged, and the next charge would replace the granted plan.
 */
export async function grantPlan(deps: Deps, { username, tier, until, pulls }: PlanGrant): Promise<void> {
  const now = deps.clock.now()
  if (until !== undefined && until <= now)
    throw new Refusal('INVALID_REQUEST', { message: 'The end of a plan must lie in the future.' })
  const { name, contactPullQuota } = plans[tier]
  if (contactPullQuota === null && pulls === undefined)
    throw new Refusal('INVALID_REQUEST', {
      message: `Say how many contact pulls a month the ${name} plan has (--pulls).`,
    })
  if (contactPullQuota !== null && pulls !== undefined)
    throw new Refusal('INVALID_REQUEST', {
      message: `The ${name} plan always has ${contactPullQuota} contact pulls a month.`,
    })
  const grantedPulls = pulls ?? null
  const userId = await accountIdOf(deps.db, username)
  await withBillingLock(deps, userId, lock =>
    deps.db.transaction(async tx => {
      await assertLockHeld(tx, lock)
      // The account may have been deleted while this waited for the lock.
      await accountIdOf(tx, username)
      if ((await findSubscription(tx, userId))?.isLive === true) throw paysAlready(username)
      await giveGrantedPlan(tx, { userId, tier, until: until ?? null, pulls: grantedPulls, now })
      await startNewPeriod(tx, { userId, tier, grantedPulls, periodStart: now, now, reason: `plan granted, ${tier}` })
    }),
  )
}

const paysAlready = (username: string): Refusal =>
  new Refusal('INVALID_REQUEST', {
    message: `"${username}" pays for a plan. Cancel that one at the payment provider first: it would be charged on.`,
  })
