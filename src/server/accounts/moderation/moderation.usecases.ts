import type { Deps } from '#server/accounts/deps.ts'
import { accountDisabledJob } from '#server/accounts/identity/account-jobs.ts'
import { findAccountRow } from '#server/accounts/identity/account.repository.ts'
import { type Account, accountOf } from '#server/accounts/identity/account.rules.ts'
import { setDisabled } from '#server/accounts/identity/credentials.repository.ts'
import { recordSecurityEvent } from '#server/accounts/security-log/security-log.usecases.ts'
import { deleteSessions } from '#server/accounts/sessions/session.repository.ts'
import { orRefuse, Refusal } from '#server/platform/basics/refusal.ts'
import { queueJob } from '#server/platform/jobs/job.ts'

export async function setUserDisabled(
  deps: Deps,
  { admin, userId, isDisabled }: { admin: Account; userId: number; isDisabled: boolean },
): Promise<Account> {
  if (userId === admin.id) throw new Refusal('FORBIDDEN', { message: 'You cannot disable your own account.' })
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const row = orRefuse(await setDisabled(tx, userId, isDisabled ? now : null), () => unknownUser())
    if (isDisabled) {
      await deleteSessions(tx, userId)
      await queueJob(deps, tx, accountDisabledJob, { userId })
    }
    const kind = isDisabled ? 'account-disabled' : 'account-enabled'
    await recordSecurityEvent(tx, { kind, userId, actorId: admin.id }, now)
    return accountOf(row, now)
  })
}

export async function endSessionsOf(deps: Deps, { admin, userId }: { admin: Account; userId: number }): Promise<void> {
  await deps.db.transaction(async tx => {
    if ((await findAccountRow(tx, userId)) === undefined) throw unknownUser()
    await deleteSessions(tx, userId)
    await recordSecurityEvent(tx, { kind: 'all-sessions-ended', userId, actorId: admin.id }, deps.clock.now())
  })
}

const unknownUser = (): Refusal => new Refusal('NOT_FOUND', { message: 'There is no such user.' })
