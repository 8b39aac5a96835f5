import { z } from 'zod'
import type { Account } from '../account/account.rules.ts'
import type { Queryable } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { type Job, queueJob } from '../jobs/job.ts'
import { linksOf } from '../mail/links.ts'
import { deliverLetter } from '../mail/mail.usecases.ts'
import { verifyEmailLetter } from '../mail/templates.ts'
import { hitRateLimit, type RateLimit } from '../shared/rate-limit.ts'
import { Refusal } from '../shared/refusal.ts'
import { findById, markEmailVerified } from './credentials.repository.ts'
import { linkTokenOf, newLinkToken } from './link-token.ts'
import { insertLink, takeLink } from './link-token.repository.ts'
import { noteSecurityEvent } from './security-log.usecases.ts'

const VERIFY_MS = 7 * 86_400_000

/** A mail whose link confirms the account's email, soon after the transaction. */
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

/** False: nothing is sent, the email is confirmed already. */
export async function resendVerification(deps: Deps, account: Account): Promise<boolean> {
  if (account.isEmailVerified) return false
  await deps.db.transaction(async tx => {
    await hitRateLimit(tx, resendLimit(account.id), deps.clock.now())
    await queueVerification(deps, tx, account.id)
  })
  return true
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
