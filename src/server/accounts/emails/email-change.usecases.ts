import type { Deps } from '#server/accounts/deps.ts'
import { emailConfirmedJob } from '#server/accounts/identity/account-jobs.ts'
import { findAccountRow } from '#server/accounts/identity/account.repository.ts'
import { takenRefusal } from '#server/accounts/identity/taken.rules.ts'
import { deleteLinks, findLink, type StoredLink, takeLink } from '#server/accounts/links/link-token.repository.ts'
import { recordSecurityEvent } from '#server/accounts/security-log/security-log.usecases.ts'
import { orRefuse, Refusal } from '#server/platform/basics/refusal.ts'
import { secretTokenOf } from '#server/platform/basics/secret-token.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { queueJob } from '#server/platform/jobs/job.ts'
import { sendMail } from '#server/platform/mail/mail.usecases.ts'
import { verificationTo } from './email-proof.usecases.ts'
import {
  dropPendingEmail,
  lockEmailState,
  isHeldByOthers,
  lockEmails,
  setEmail,
  setPendingEmail,
  setVerified,
} from './email.repository.ts'
import { type EmailState, formerUntil, heldEmail } from './email.rules.ts'
import { notifyFormerEmail } from './former-email.usecases.ts'

export { lockEmails } from './email.repository.ts'

/**
 * Stores a new address, which replaces the current one when the link sent to it is opened. Until then it blocks nobody:
 * a sign-up or confirmed change can take it. The caller has locked the address with `lockEmails`, first of all.
 */
export async function requestEmail(
  deps: Deps,
  tx: Queryable,
  { userId, email, hasPassword }: { userId: number; email: string; hasPassword: boolean },
): Promise<void> {
  const now = deps.clock.now()
  const state = orRefuse(await lockEmailState(tx, userId), 'NOT_SIGNED_IN')
  if (email === (state.pending ?? state.email)) {
    if (hasPassword && state.pending !== null) await setPendingEmail(tx, { userId, email, isBacked: true })
    return
  }
  if (await isHeldByOthers(tx, { userId, email, now })) throw takenRefusal({ username: false, email: true })
  const isNew = email !== state.email
  await setPendingEmail(tx, { userId, email: isNew ? email : null, isBacked: isNew && hasPassword })
  await deleteLinks(tx, userId, 'verify-email')
  if (isNew) await recordSecurityEvent(tx, { kind: 'email-change-asked', userId }, now)
  const mail = verificationTo(userId, email)
  if (isNew) await sendMail(deps, tx, { ...mail, ifFull: { refuse: 'changes of your email' } })
  // Going back to the current address always succeeds, even if the mail limit is reached.
  else if (state.verifiedAt === null) await sendMail(deps, tx, { ...mail, ifFull: 'skip' })
}

/** Confirms the address that the link was sent to, if it is the account's current or pending one. */
export async function verifyEmail(deps: Deps, token: string): Promise<void> {
  const now = deps.clock.now()
  const asked = { hash: secretTokenOf(token).hash, purpose: 'verify-email' as const, now }
  const found = orRefuse(await findLink(deps.db, asked), 'INVALID_LINK')
  const account = orRefuse(await findAccountRow(deps.db, found.userId), 'INVALID_LINK')
  await deps.db.transaction(async tx => {
    await lockEmails(tx, found.email, account.email)
    const link = await takeLink(tx, asked)
    const state = link && (await lockEmailState(tx, link.userId))
    if (link === undefined || state?.email !== account.email) throw new Refusal('INVALID_LINK')
    await queueJob(deps, tx, emailConfirmedJob, { userId: link.userId })
    if (state.pending === link.email) return adoptEmail(deps, tx, link, state)
    if (state.pending !== null || state.email !== link.email) throw new Refusal('INVALID_LINK')
    await setVerified(tx, link.userId, now)
    await recordSecurityEvent(tx, { kind: 'email-verified', userId: link.userId }, now)
  })
}

/** Throws while a former address can take the account back. */
export async function assertEmailChangeClosed({ clock }: Deps, tx: Queryable, userId: number): Promise<void> {
  const state = await lockEmailState(tx, userId)
  if (state !== undefined && heldEmail(state, clock.now()) !== null) throw new Refusal('EMAIL_CHANGE_OPEN')
}

/**
 * Replaces the current address with the pending one. Without the password, the change may come from a stolen session,
 * so the former address can take the account back for a week. A password given within that week does not change this,
 * because it may have been set through the new address.
 */
async function adoptEmail(deps: Deps, tx: Queryable, { userId, email }: StoredLink, state: EmailState): Promise<void> {
  const now = deps.clock.now()
  if (await isHeldByOthers(tx, { userId, email, now })) throw new Refusal('EMAIL_TAKEN')
  const held = heldEmail(state, now)
  const isBack = held?.email === email
  const left = { email: state.email, since: state.since, until: formerUntil(now) }
  const previous = isBack ? null : (held ?? (state.isBacked ? null : left))
  await setEmail(tx, { userId, email, now, since: isBack ? held.since : now, previous })
  await dropPendingEmail(tx, email)
  if (state.isBacked) await deleteLinks(tx, userId, 'reset-password')
  await recordSecurityEvent(tx, { kind: 'email-changed', userId }, now)
  // An address that was never confirmed may be a stranger's, mistyped at sign-up and now corrected.
  const isKnownToBeOwners = previous !== null || state.verifiedAt !== null
  if (isBack || !isKnownToBeOwners) return
  const former = previous ?? left
  // It is unknown whether an earlier address was confirmed.
  const isVerified = former.email === state.email && state.verifiedAt !== null
  const change = { former, isVerified, isHeld: previous !== null, to: email }
  await notifyFormerEmail(deps, tx, { userId, username: state.username, ...change })
}
