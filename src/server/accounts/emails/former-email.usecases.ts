import { z } from 'zod'
import { dropDoubtfulTwoFactor } from '#server/accounts/credentials/two-factor.repository.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { findAccountRow } from '#server/accounts/identity/account.repository.ts'
import {
  deleteLinks,
  findLink,
  insertLink,
  type StoredLink,
  takeLink,
} from '#server/accounts/links/link-token.repository.ts'
import { stopAllPrograms } from '#server/accounts/programs/programs.usecases.ts'
import { recordSecurityEvent } from '#server/accounts/security-log/security-log.usecases.ts'
import { deleteSessions } from '#server/accounts/sessions/session.repository.ts'
import { orRefuse, Refusal } from '#server/platform/basics/refusal.ts'
import { newSecretToken, secretTokenOf } from '#server/platform/basics/secret-token.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { linksOf } from '#server/platform/mail/links.ts'
import { fromTemplate, linkMail, sendMail } from '#server/platform/mail/mail.usecases.ts'
import { emailChangedLetter } from '#server/platform/mail/templates.ts'
import {
  dropPendingEmail,
  lockEmailState,
  isHeldByOthers,
  lockEmails,
  setEmail,
  setPendingEmail,
  setVerified,
} from './email.repository.ts'
import { type EmailState, type FormerEmail, heldEmail, isYoung, leftAt } from './email.rules.ts'

/**
 * Notifies a former address of the change, with a link that undoes it within a week. An address that was set less than
 * a week earlier may be an attacker's, so it gets no link. While that address is held, a password reset has the same
 * effect.
 */
export async function notifyFormerEmail(
  deps: Deps,
  tx: Queryable,
  change: { userId: number; username: string; former: FormerEmail; isVerified: boolean; isHeld: boolean; to: string },
): Promise<void> {
  const { userId, username, former, isVerified, isHeld, to } = change
  const from = former.email
  const content = isYoung(former, deps.clock.now())
    ? fromTemplate('email-changed', { typed: { username, to }, canReset: isHeld })
    : emailChangedMail.about({ userId, from, to, until: former.until.toISOString(), isVerified })
  await sendMail(deps, tx, {
    to: { address: from, isVerified },
    cause: { account: userId },
    content,
    ifFull: { refuse: 'changes of your email' },
  })
}

const ToldChange = z.object({
  userId: z.number(),
  from: z.string(),
  to: z.string(),
  until: z.iso.datetime(),
  isVerified: z.boolean(),
})

export const emailChangedMail = linkMail<z.infer<typeof ToldChange>, Deps>({
  name: 'email-changed',
  isUrgent: false,
  payload: ToldChange,
  write: async (deps, { userId, from, to, until, isVerified }) => {
    const row = await findAccountRow(deps.db, userId)
    if (row === undefined) return null
    const { token, hash } = newSecretToken()
    const link = { hash, userId, purpose: 'undo-email' as const, email: from, expiresAt: new Date(until) }
    if (!(await insertLink(deps.db, link))) return null
    const typed = isVerified ? { username: row.username, to } : {}
    return { to: from, letter: emailChangedLetter({ token, typed, links: linksOf(deps.config) }) }
  },
})

export async function undoEmailChange(deps: Deps, token: string): Promise<void> {
  const asked = { hash: secretTokenOf(token).hash, purpose: 'undo-email' as const, now: deps.clock.now() }
  const found = orRefuse(await findLink(deps.db, asked), 'INVALID_LINK')
  await deps.db.transaction(async tx => {
    await lockEmails(tx, found.email)
    const link = orRefuse(await takeLink(tx, asked), 'INVALID_LINK')
    await returnAccount(deps, tx, { ...link, until: link.expiresAt })
  })
}

/**
 * Returns an account to someone who has proven that one of its addresses is theirs. Ends all sessions, API keys, mailed
 * links, a pending email change, and a second factor that somebody else may have turned on. Links that undo email
 * changes stay valid, because only the owner receives them. `until`: when the former address loses this right; by
 * default, the account's own value. Webhooks are put on hold; their addresses are returned. The caller has locked the
 * address.
 */
export async function returnAccount(
  deps: Deps,
  tx: Queryable,
  { userId, email, until }: Pick<StoredLink, 'userId' | 'email'> & { until?: Date },
): Promise<{ heldUrls: string[] }> {
  const now = deps.clock.now()
  const state = orRefuse(await lockEmailState(tx, userId), 'INVALID_LINK')
  const held = heldEmail(state, now)
  // A reset link to a former address only works while that address can take the account back.
  if (until === undefined && email !== state.email && email !== held?.email) throw new Refusal('INVALID_LINK')
  if (state.email === email) await setVerified(tx, userId, now)
  else await restoreEmail(deps, tx, { userId, email, state })
  await setPendingEmail(tx, { userId, email: null, isBacked: false })
  await deleteSessions(tx, userId)
  const stopped = await stopAllPrograms(tx, { userId, actorId: null, now })
  await deleteLinks(tx, userId, 'reset-password')
  await deleteLinks(tx, userId, 'verify-email')
  const end = until ?? held?.until
  const changedAt = state.email === email || end === undefined ? null : leftAt(end)
  if (!(await dropDoubtfulTwoFactor(tx, { userId, changedAt }))) return stopped
  await recordSecurityEvent(tx, { kind: 'two-factor-off', userId, actorId: null }, now)
  await sendMail(deps, tx, {
    to: { address: email, isVerified: true },
    cause: { account: userId },
    content: fromTemplate('two-factor-off', { typed: { username: state.username } }),
    ifFull: 'skip',
  })
  return stopped
}

async function restoreEmail(
  deps: Deps,
  tx: Queryable,
  { userId, email, state }: { userId: number; email: string; state: EmailState },
): Promise<void> {
  const now = deps.clock.now()
  if (await isHeldByOthers(tx, { userId, email, now })) throw new Refusal('EMAIL_TAKEN')
  await setEmail(tx, { userId, email, now, since: null, previous: null })
  await dropPendingEmail(tx, email)
  await recordSecurityEvent(tx, { kind: 'email-change-undone', userId, actorId: null }, now)
  await sendMail(deps, tx, {
    to: { address: state.email, isVerified: state.verifiedAt !== null },
    cause: { account: userId },
    content: fromTemplate('email-changed-back', { typed: { username: state.username } }),
    ifFull: 'skip',
  })
}
