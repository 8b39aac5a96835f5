import type { User } from '#contract/accounts/account.ts'
import { type Account, isPlanGranted } from '#server/accounts/identity/account.rules.ts'
import type { Deps } from '#server/features/deps.ts'
import { type Balance, quotaFrom, quotaRenewal, readQuota } from '#server/money/usage/usage.usecases.ts'

/** An account as its owner sees it, with the rest of the quota; `balances` if they have been read already. */
export async function presentUser(deps: Deps, account: Account, balances?: Balance[]): Promise<User> {
  const now = deps.clock.now()
  const quota = balances === undefined ? await readQuota(deps.db, account, now) : quotaFrom(balances, account, now)
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
