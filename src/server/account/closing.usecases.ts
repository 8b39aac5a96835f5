import { assertPassword, assertPasswordStands } from '../auth/password-change.usecases.ts'
import { noteSecurityEvent } from '../auth/security-log.usecases.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/mail.usecases.ts'
import { assertLockHeld } from '../payments/billing-lock.ts'
import { endSubscriptionForGood } from '../payments/end-subscription.usecases.ts'
import { withOwnLock } from '../payments/own-lock.ts'
import type { Account } from './account.rules.ts'
import { anonymiseAccount } from './closing.repository.ts'

/** Deletes an account for good, at once. Asks for the password, and tells the address by a last mail. */
export async function closeAccount(deps: Deps, account: Account, password: string): Promise<void> {
  const passwordHash = await assertPassword(deps, account, password)
  await withOwnLock(deps, account, async (lock, { id, email: to, username }) => {
    // First, for it may fail: an account that is gone must not be charged on.
    await endSubscriptionForGood(deps, lock)
    const now = deps.clock.now()
    await deps.db.transaction(async tx => {
      await assertLockHeld(tx, lock)
      await assertPasswordStands(tx, account, passwordHash)
      await noteSecurityEvent(tx, { kind: 'account-deleted', userId: id }, now)
      await anonymiseAccount(tx, id, now)
      await queueMail(deps, tx, { to, template: 'account-deleted', values: { username } })
    })
  })
}
