import { z } from 'zod'
import { revokeAllKeys } from '../api/api-keys.usecases.ts'
import type { Account } from '../account/account.rules.ts'
import type { Queryable } from '../db/client.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import type { Deps } from '../deps.ts'
import { type Job, queueJob } from '../jobs/job.ts'
import { linksOf } from '../mail/links.ts'
import { deliverLetter, queueMail } from '../mail/mail.usecases.ts'
import { emailChangedLetter } from '../mail/templates.ts'
import { Refusal } from '../shared/refusal.ts'
import { findById, formerEmail, noteNewEmail, restoreEmail } from './credentials.repository.ts'
import { queueVerification } from './email-proof.usecases.ts'
import { linkTokenOf, newLinkToken } from './link-token.ts'
import { deleteLinks, insertLink, type StoredLink, takeLink } from './link-token.repository.ts'
import { noteSecurityEvent } from './security-log.usecases.ts'
import { deleteSessions } from './session.repository.ts'
import { dropUnconfirmed } from './two-factor.repository.ts'

const UNDO_MS = 7 * 86_400_000

/**
 * Tells the former address of a change, which can take it back for a week. Where the owner did not prove themselves by
 * the password, it also gets the links that reset the password: a borrowed session is no way to an account. An address
 * that was itself set within a week may be the borrower's: it is told at most, however often the email changes.
 */
export async function emailChanged(
  deps: Deps,
  tx: Queryable,
  { account, email, hasPassword }: { account: Account; email: string; hasPassword: boolean },
): Promise<void> {
  const now = deps.clock.now()
  const former = await formerEmail(tx, { userId: account.id, email: account.email, now })
  const isBack = former.email === email
  await noteNewEmail(tx, {
    userId: account.id,
    since: isBack ? former.since : now,
    former: isBack || hasPassword ? null : { ...former, until: new Date(now.getTime() + UNDO_MS) },
  })
  if (hasPassword) await deleteLinks(tx, account.id, 'reset-password')
  await noteSecurityEvent(tx, { kind: 'email-changed', userId: account.id }, now)
  // An address that was never confirmed may be a stranger's, by a slip of the fingers that is put right here.
  const isKnownToBeOwners = former.email !== account.email || account.isEmailVerified || !hasPassword
  if (!isBack && isKnownToBeOwners) {
    const isYoung = former.since !== null && now.getTime() - former.since.getTime() < UNDO_MS
    const told = { from: former.email, to: email }
    if (isYoung) await tellWithoutLink(deps, tx, account, { ...told, canReset: !hasPassword })
    else await queueJob(deps, tx, emailChangedJob, { userId: account.id, ...told })
  }
  await queueVerification(deps, tx, account.id)
}

const tellWithoutLink = (
  deps: Deps,
  tx: Queryable,
  { username }: Account,
  { from, ...values }: { from: string; to: string; canReset: boolean },
): Promise<void> => queueMail(deps, tx, { to: from, template: 'email-changed', values: { username, ...values } })

export const emailChangedJob: Job<{ userId: number; from: string; to: string }> = {
  name: 'email-changed',
  queue: 'jobs',
  payload: z.object({ userId: z.number(), from: z.string(), to: z.string() }),
  run: async (deps, { userId, from, to }, attempt) => {
    const row = await findById(deps.db, userId)
    if (row === undefined) return
    const { token, hash } = newLinkToken()
    const expiresAt = new Date(deps.clock.now().getTime() + UNDO_MS)
    await insertLink(deps.db, { hash, userId, purpose: 'undo-email', email: from, expiresAt })
    const letter = emailChangedLetter({ username: row.username, to, token }, linksOf(deps.config))
    await deliverLetter(deps, { to: from, letter }, attempt)
  },
}

export async function undoEmailChange(deps: Deps, token: string): Promise<void> {
  const now = deps.clock.now()
  await orTaken(
    deps.db.transaction(async tx => {
      const link = await takeLink(tx, { hash: linkTokenOf(token).hash, purpose: 'undo-email', now })
      if (link === undefined) throw new Refusal('INVALID_LINK')
      await giveBack(deps, tx, link)
    }),
  )
}

/**
 * Gives an account back to who has shown that an email of it is theirs: sessions, API keys, links of mails and a second factor
 * that was begun end, so that whoever else was in is out. The links that take changes back stay: the owner alone gets those.
 */
export async function giveBack(deps: Deps, tx: Queryable, { userId, email }: StoredLink): Promise<void> {
  const now = deps.clock.now()
  const replaced = await findById(tx, userId)
  // Deleted while the mail was on its way.
  if (replaced === undefined) throw new Refusal('INVALID_LINK')
  await restoreEmail(tx, { userId, email, now })
  await deleteSessions(tx, userId)
  await revokeAllKeys(tx, userId, now)
  await deleteLinks(tx, userId, 'reset-password')
  await deleteLinks(tx, userId, 'verify-email')
  await dropUnconfirmed(tx, userId)
  if (replaced.email === email) return
  await noteSecurityEvent(tx, { kind: 'email-change-undone', userId, actorId: null }, now)
  const values = { username: replaced.username }
  await queueMail(deps, tx, { to: replaced.email, template: 'email-changed-back', values })
}

/** Where another account has got the address meanwhile, a week after it was given up. */
export async function orTaken<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal('EMAIL_TAKEN') : error
  }
}
