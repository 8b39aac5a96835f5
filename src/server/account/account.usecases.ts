import type { User } from '#contract/account.ts'
import type { Deps } from '../deps.ts'
import { readQuota } from '../usage/usage.usecases.ts'
import type { Account } from './account.rules.ts'

/** An account as its owner sees it, with what is left of the quota. */
export async function presentUser(deps: Deps, account: Account): Promise<User> {
  const quota = await readQuota(deps.db, account, deps.clock.now())
  return {
    id: account.id,
    username: account.username,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    subscriptionTier: account.tier,
    subscriptionStatus: account.subscriptionStatus,
    isAdmin: account.isAdmin,
    ...quota,
    createdAt: account.createdAt.toISOString(),
  }
}
