import type { Account } from '#server/accounts/identity/account.rules.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import type { Deps } from '#server/money/deps.ts'
import { orRefuse, Refusal } from '#server/platform/basics/refusal.ts'
import type { Db } from '#server/platform/database/db.ts'
import { type BillingLock, withBillingLock } from './billing-lock.ts'

type Work<T> = (lock: BillingLock, account: Account) => Promise<T>

/**
 * Takes the billing lock for a request of the account's owner. Reads the account again under the lock: if it was
 * deleted or disabled while the request waited, it must not be charged.
 */
export const withOwnLock = <T>(deps: Deps, { id }: { id: number }, work: Work<T>): Promise<T> =>
  withFewPerUser(deps.db, id, () =>
    withBillingLock(deps, id, async lock => {
      const account = orRefuse(await readAccount(deps, id), 'NOT_SIGNED_IN')
      if (account.isDisabled) throw new Refusal('ACCOUNT_DISABLED')
      return work(lock, account)
    }),
  )

const MAX_REQUESTS_PER_USER = 6
const runningRequests = new WeakMap<Db, Map<number, number>>()

/** Limits how many requests of a user wait for the lock, because each one occupies a slot of the endpoint. */
async function withFewPerUser<T>(db: Db, userId: number, work: () => Promise<T>): Promise<T> {
  const counts = runningRequests.getOrInsertComputed(db, () => new Map<number, number>())
  const before = counts.get(userId) ?? 0
  if (before >= MAX_REQUESTS_PER_USER)
    throw new Refusal('TOO_MANY_REQUESTS', {
      message: 'Your last payments and changes of your plan are not finished. Please wait a moment.',
      retryAfterSeconds: 2,
    })
  counts.set(userId, before + 1)
  try {
    return await work()
  } finally {
    const left = (counts.get(userId) ?? 1) - 1
    if (left === 0) counts.delete(userId)
    else counts.set(userId, left)
  }
}
