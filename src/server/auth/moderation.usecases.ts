import { type Account, accountOf } from '../account/account.rules.ts'
import type { Deps } from '../deps.ts'
import { queueJob } from '../jobs/job.ts'
import { disabledAccountJob } from '../payments/stop-renewal.usecases.ts'
import { Refusal } from '../shared/refusal.ts'
import { findById, setDisabled } from './credentials.repository.ts'
import { noteSecurityEvent } from './security-log.usecases.ts'
import { deleteSessions } from './session.repository.ts'

/** Keeps a user out, sessions and all, or lets them in again. */
export async function disableUser(
  deps: Deps,
  { admin, userId, isDisabled }: { admin: Account; userId: number; isDisabled: boolean },
): Promise<Account> {
  if (userId === admin.id) throw new Refusal('FORBIDDEN', { message: 'You can not disable your own account.' })
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const row = await setDisabled(tx, userId, isDisabled ? now : null)
    if (row === undefined) throw unknownUser()
    if (isDisabled) {
      await deleteSessions(tx, userId)
      await queueJob(deps, tx, disabledAccountJob, { userId })
    }
    const kind = isDisabled ? 'account-disabled' : 'account-enabled'
    await noteSecurityEvent(tx, { kind, userId, actorId: admin.id }, now)
    return accountOf(row, now)
  })
}

export async function endSessionsOf(deps: Deps, { admin, userId }: { admin: Account; userId: number }): Promise<void> {
  await deps.db.transaction(async tx => {
    if ((await findById(tx, userId)) === undefined) throw unknownUser()
    await deleteSessions(tx, userId)
    await noteSecurityEvent(tx, { kind: 'all-sessions-ended', userId, actorId: admin.id }, deps.clock.now())
  })
}

const unknownUser = (): Refusal => new Refusal('NOT_FOUND', { message: 'There is no such user.' })
