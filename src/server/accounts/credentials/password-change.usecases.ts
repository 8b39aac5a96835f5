import type { ChangePasswordInput } from '#contract/accounts/security.ts'
import type { Deps } from '#server/accounts/deps.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import { findPasswordHash, lockIfPassword, updatePassword } from '#server/accounts/identity/credentials.repository.ts'
import { deleteLinks } from '#server/accounts/links/link-token.repository.ts'
import { recordSecurityEvent } from '#server/accounts/security-log/security-log.usecases.ts'
import type { SessionKey } from '#server/accounts/sessions/session.rules.ts'
import { replaceSessions, type Visitor } from '#server/accounts/sessions/session.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { limitPerId } from '#server/platform/limits/limited-caller.ts'
import { clearRateLimit, hitRateLimit } from '#server/platform/limits/rate-limit.ts'
import { fromTemplate, sendMail, toOwner } from '#server/platform/mail/mail.usecases.ts'
import { refuseWeakPassword } from './password-policy.ts'
import { hashPassword, isPassword } from './password.ts'
import { dropUnconfirmed } from './two-factor.repository.ts'

/** Only counts for signed-in users, so strangers cannot use it up. */
const passwordLimit = limitPerId({ name: 'wrong passwords', limit: 10, windowSeconds: 900 })

/** Right ones count, too: each check costs CPU time. */
const checksLimit = limitPerId({ name: 'passwords entered', limit: 100, windowSeconds: 900 })

/** Throws unless this is the account's password. Returns its hash for `assertPasswordUnchanged`. */
export async function assertPassword(deps: Deps, account: Account, password: string): Promise<string> {
  await hitRateLimit(deps.db, checksLimit(account.id), deps.clock.now())
  await hitRateLimit(deps.db, passwordLimit(account.id), deps.clock.now())
  const passwordHash = await findPasswordHash(deps.db, account.id)
  if (passwordHash === undefined || !(await isPassword(password, passwordHash))) throw wrongPassword()
  await clearRateLimit(deps.db, passwordLimit(account.id))
  return passwordHash
}

/** Call it first in the transaction that the password authorizes. Throws if the password has changed meanwhile. */
export async function assertPasswordUnchanged(tx: Queryable, { id }: Account, passwordHash: string): Promise<void> {
  if (!(await lockIfPassword(tx, id, passwordHash))) throw wrongPassword()
}

function wrongPassword(): Refusal {
  const { message } = new Refusal('WRONG_PASSWORD')
  return new Refusal('WRONG_PASSWORD', { issues: [{ path: 'currentPassword', message }] })
}

/** Sets a new password and ends all sessions but a new one. */
export async function changePassword(
  deps: Deps,
  { account, visitor }: { account: Account; visitor: Visitor },
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<SessionKey> {
  const from = await assertPassword(deps, account, currentPassword)
  await refuseWeakPassword(deps, newPassword, { owner: account, path: 'newPassword' })
  const to = await hashPassword(newPassword)
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    // A password reset in the meantime wins.
    if (!(await updatePassword(tx, { userId: account.id, from, to }))) throw wrongPassword()
    await deleteLinks(tx, account.id, 'reset-password')
    // Setup that began with the old password must not be completed with the new one.
    await dropUnconfirmed(tx, account.id)
    await recordSecurityEvent(tx, { kind: 'password-changed', userId: account.id }, now)
    await sendMail(deps, tx, {
      ...toOwner(account),
      content: fromTemplate('password-changed', { typed: { username: account.username } }),
      ifFull: { refuse: 'changes of your password', unlessByOthers: true },
    })
    return replaceSessions(tx, { userId: account.id, visitor, now })
  })
}
