import { assertPassword, assertPasswordUnchanged } from '#server/accounts/credentials/password-change.usecases.ts'
import { assertEmailChangeClosed } from '#server/accounts/emails/email-change.usecases.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import { recordSecurityEvent } from '#server/accounts/security-log/security-log.usecases.ts'
import { assertSessionActive, type Visitor } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { assertLockHeld } from '#server/money/payments/billing-lock.ts'
import { assertProviderAnswers, closedAccountJob } from '#server/money/payments/closed-account.usecases.ts'
import { withOwnLock } from '#server/money/payments/own-lock.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { queueJob } from '#server/platform/jobs/job.ts'
import { inOneTurn } from '#server/platform/jobs/one-turn.ts'
import { fromTemplate, sendMail, toOwner } from '#server/platform/mail/mail.usecases.ts'
import { deleteAccount, deleteSomeData, findAccountsToEmpty } from './closing.repository.ts'

/**
 * Deletes an account permanently. Requires the password, and confirms the deletion by mail. Refused
 * while a former address can take the account back, because the password may have been set by the person who changed the
 * email. A job in the same transaction ends its payments, so they end if and only if the account is deleted. A chore then
 * deletes its data, because that of a large account takes long.
 */
export async function closeAccount(
  deps: Deps,
  { account, visitor }: { account: Account; visitor: Visitor },
  password: string,
): Promise<void> {
  const passwordHash = await assertPassword(deps, account, password)
  await withOwnLock(deps, account, async (lock, present) => {
    const { id, username } = present
    const assertAllowed = async (tx: Queryable) => {
      await assertLockHeld(tx, lock)
      await assertPasswordUnchanged(tx, account, passwordHash)
      await assertSessionActive(tx, { userId: id, visitor })
      await assertEmailChangeClosed(deps, tx, id)
    }
    await deps.db.transaction(assertAllowed)
    await assertProviderAnswers(deps, id)
    const now = deps.clock.now()
    await deps.db.transaction(async tx => {
      // The provider may have taken long.
      await assertAllowed(tx)
      await recordSecurityEvent(tx, { kind: 'account-deleted', userId: id }, now)
      await deleteAccount(tx, id, now)
      await sendMail(deps, tx, {
        ...toOwner(present),
        content: fromTemplate('account-deleted', { typed: { username } }),
        ifFull: 'skip',
      })
      await queueJob(deps, tx, closedAccountJob, { userId: id })
    })
  })
}

/**
 * Deletes the data of deleted accounts, a few rows of each in turn. A chore, so it continues after a kill, and after a
 * backup is restored.
 */
export async function deleteLeftData({ db }: Pick<Deps, 'db'>): Promise<void> {
  const waiting = new Set(await findAccountsToEmpty(db))
  await inOneTurn(waiting, async userId => {
    waiting.delete(userId)
    // Behind all others.
    if (await deleteSomeData(db, userId)) waiting.add(userId)
  })
}
