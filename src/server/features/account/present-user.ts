import type { User } from '#contract/account.ts'
import { type Account, isPlanGranted } from '#server/accounts/identity/account.rules.ts'
import type { Deps } from '#server/features/deps.ts'
import { quotaRenewal, readQuota } from '#server/money/usage/usage.usecases.ts'

/** An account as its owner sees it, with the rest of the quota. */
export async function presentUser(deps: Deps, account: Account): Promise<User> {
  const now = deps.clock.now()
  const quota = await readQuota(deps.db, account, now)
  return {
    id: account.id,
    username: account.username,
    email: account.pendingEmail ?? account.email,
    activeEmail: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    subscriptionTier: account.tier,
    subscriptionStatus: account.subscriptionStatus,
    isPlanGranted: isPlanGranted(account),
    isAdmin: account.isAdmin,
    emailVerified: account.isEmailVerified && account.pendingEmail === null,
    ...quota,
    renewsAt: quotaRenewal(account, now).toISOString(),
    createdAt: account.createdAt.toISOString(),
  }
}
