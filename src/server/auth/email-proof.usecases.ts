import { z } from 'zod'
import { revokeAllKeys } from '../api/api-keys.usecases.ts'
import type { Account } from '../account/account.rules.ts'
import type { Queryable } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { type Job, queueJob } from '../jobs/job.ts'
import { linksOf } from '../mail/links.ts'
import { deliverLetter } from '../mail/mail.usecases.ts'
import { emailChangedLetter, verifyEmailLetter } from '../mail/templates.ts'
import { hitRateLimit, type RateLimit } from '../shared/rate-limit.ts'
import { Refusal } from '../shared/refusal.ts'
import { doubtedEmail, findById, markEmailVerified, noteNewEmail, restoreEmail } from './credentials.repository.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import { linkTokenOf, newLinkToken } from './link-token.ts'
import { deleteLinks, insertLink, takeLink } from './link-token.repository.ts'
import { noteSecurityEvent } from './security-log.usecases.ts'
import { deleteSessions } from './session.repository.ts'

const DAY_MS = 86_400_000
const VERIFY_MS = 7 * DAY_MS
const UNDO_MS = 7 * DAY_MS

/** A mail whose link confirms the account's e-mail, soon after the transaction. */
export const queueVerification = (deps: Deps, tx: Queryable, userId: number): Promise<void> =>
  queueJob(deps, tx, verificationJob, { userId })

export const verificationJob: Job<{ userId: number }> = {
  name: 'verify-email',
  queue: 'jobs',
  payload: z.object({ userId: z.number() }),
  run: async (deps, { userId }, attempt) => {
    const row = await findById(deps.db, userId)
    if (row === undefined || row.email_verified_at !== null) return
    const { token, hash } = newLinkToken()
    const expiresAt = new Date(deps.clock.now().getTime() + VERIFY_MS)
    await insertLink(deps.db, { hash, userId, purpose: 'verify-email', email: row.email, expiresAt })
    const letter = verifyEmailLetter({ username: row.username, token }, linksOf(deps.config))
    await deliverLetter(deps, { to: row.email, letter }, attempt)
  },
}

const resendLimit = (userId: number): RateLimit => ({
  name: 'confirmation mails of an account',
  key: String(userId),
  limit: 5,
  windowSeconds: 3600,
})

export async function resendVerification(deps: Deps, account: Account): Promise<void> {
  if (account.isEmailVerified) return
  await deps.db.transaction(async tx => {
    await hitRateLimit(tx, resendLimit(account.id), deps.clock.now())
    await queueVerification(deps, tx, account.id)
  })
}

/** Confirms the address that the link was sent to, if the account still has it. */
export async function verifyEmail({ db, clock }: Deps, token: string): Promise<void> {
  const now = clock.now()
  await db.transaction(async tx => {
    const link = await takeLink(tx, { hash: linkTokenOf(token).hash, purpose: 'verify-email', now })
    if (link === undefined || !(await markEmailVerified(tx, { ...link, now }))) throw new Refusal('INVALID_LINK')
    await noteSecurityEvent(tx, { kind: 'email-verified', userId: link.userId }, now)
  })
}

/**
 * Tells both addresses of a change. Where the owner did not prove themselves by the password, the former address can
 * take it back, and gets the links that reset the password, for a week: a borrowed session is no way to an account.
 * An address that was itself set that way is never told, however often the e-mail changes: it may be the borrower's.
 */
export async function emailChanged(
  deps: Deps,
  tx: Queryable,
  { account, email, hasPassword }: { account: Account; email: string; hasPassword: boolean },
): Promise<void> {
  const now = deps.clock.now()
  const until = hasPassword ? null : new Date(now.getTime() + UNDO_MS)
  const from = (await doubtedEmail(tx, account.id, now)) ?? account.email
  // An address that was never confirmed may be a stranger's, by a slip of the fingers that is put right here.
  const isKnownToBeOwners = from !== account.email || account.isEmailVerified || !hasPassword
  await noteNewEmail(tx, { userId: account.id, previous: from === email ? null : from, until })
  if (hasPassword) await deleteLinks(tx, account.id, 'reset-password')
  await noteSecurityEvent(tx, { kind: 'email-changed', userId: account.id }, now)
  if (from !== email && isKnownToBeOwners)
    await queueJob(deps, tx, emailChangedJob, { userId: account.id, from, to: email })
  await queueVerification(deps, tx, account.id)
}

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

/** Gives the former e-mail back, ends all sessions and revokes all API keys: whoever changed it is out. */
export async function undoEmailChange(deps: Deps, token: string): Promise<void> {
  const now = deps.clock.now()
  try {
    await deps.db.transaction(async tx => {
      const link = await takeLink(tx, { hash: linkTokenOf(token).hash, purpose: 'undo-email', now })
      if (link === undefined) throw new Refusal('INVALID_LINK')
      await restoreEmail(tx, { ...link, now })
      await deleteSessions(tx, link.userId)
      await revokeAllKeys(tx, link.userId, now)
      await noteSecurityEvent(tx, { kind: 'email-change-undone', userId: link.userId, actorId: null }, now)
    })
  } catch (error) {
    // Another account has taken the address meanwhile.
    throw isUniqueViolation(error) ? new Refusal('EMAIL_TAKEN') : error
  }
}
