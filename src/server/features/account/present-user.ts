import type { User } from '#contract/accounts/account.ts'
import { type Account, isPlanGranted } from '#server/accounts/identity/account.rules.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { type Balance, quotaFrom, quotaRenewal, readQuota } from '#server/money/usage/usage.usecases.ts'
import { orRefuse } from '#server/platform/basics/refusal.ts'

/** An account as its owner sees it, with the rest of the quota; `balances` if they have been read already. */
export async function presentUser(deps: Deps, account: Account, balances?: Balance[]): Promise<User> {
  const now = deps.clock.now()
  const quota = balances === undefined ? await readQuota(deps.db, account, now) : quotaFrom(balances, account, now)
  const renewsAt = quotaRenewal(account, now)
  const hasEnd = account.subscriptionStatus === 'canceled' || isPlanGranted(account)
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
    renewsAt: renewsAt.toISOString(),
    isEnding: hasEnd && account.planEndsAt?.getTime() === renewsAt.getTime(),
    createdAt: account.createdAt.toISOString(),
  }
}

/** The same for an account that may have changed meanwhile. */
export const presentCurrentUser = async (deps: Deps, { id }: { id: number }): Promise<User> =>
  presentUser(deps, orRefuse(await readAccount(deps, id), 'NOT_SIGNED_IN'))
