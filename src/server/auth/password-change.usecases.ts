import type { ChangePasswordInput } from '#contract/security.ts'
import type { Account } from '../account/account.rules.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/mail.usecases.ts'
import { clearRateLimit, hitRateLimit, type RateLimit } from '../shared/rate-limit.ts'
import { Refusal } from '../shared/refusal.ts'
import { findPasswordHash, updatePassword } from './credentials.repository.ts'
import { deleteLinks } from './link-token.repository.ts'
import { hashPassword, isPassword } from './password.ts'
import { refuseWeakPassword } from './password-policy.ts'
import { noteSecurityEvent } from './security-log.usecases.ts'
import { deleteSessions } from './session.repository.ts'

/** Reached only by who is signed in: no stranger can use it up. */
const passwordLimit = ({ id }: Account): RateLimit => ({
  name: 'wrong passwords of a signed-in account',
  key: String(id),
  limit: 10,
  windowSeconds: 900,
})

/** Refuses all but the account's own password. */
export async function assertPassword(deps: Deps, account: Account, password: string): Promise<void> {
  await hitRateLimit(deps.db, passwordLimit(account), deps.clock.now())
  if (!(await isPassword(password, await findPasswordHash(deps.db, account.id)))) {
    const refusal = new Refusal('WRONG_PASSWORD')
    throw new Refusal('WRONG_PASSWORD', { issues: [{ path: 'currentPassword', message: refusal.message }] })
  }
  await clearRateLimit(deps.db, passwordLimit(account))
}

/** Sets a new password and ends all sessions but this one. */
export async function changePassword(
  deps: Deps,
  { account, sessionId }: { account: Account; sessionId: number },
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<void> {
  await assertPassword(deps, account, currentPassword)
  await refuseWeakPassword(newPassword, account, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    await updatePassword(tx, account.id, passwordHash)
    await deleteSessions(tx, account.id, sessionId)
    await deleteLinks(tx, account.id, 'reset-password')
    await noteSecurityEvent(tx, { kind: 'password-changed', userId: account.id }, now)
    await queueMail(deps, tx, {
      to: account.email,
      template: 'password-changed',
      values: { username: account.username },
    })
  })
}
