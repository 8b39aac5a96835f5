import { z } from 'zod'
import type { ResetPasswordInput } from '#contract/security.ts'
import type { Deps } from '../deps.ts'
import { type Job, queueJob } from '../jobs/job.ts'
import { linksOf } from '../mail/links.ts'
import { deliverLetter, queueMail } from '../mail/mail.usecases.ts'
import { resetPasswordLetter } from '../mail/templates.ts'
import { networkOf } from '../shared/network.ts'
import { allowsHit, hitRateLimit, type RateLimit } from '../shared/rate-limit.ts'
import { Refusal } from '../shared/refusal.ts'
import { findByEmail, findById, updatePassword } from './credentials.repository.ts'
import { giveBack, orTaken } from './former-email.usecases.ts'
import { linkTokenOf, newLinkToken } from './link-token.ts'
import { findLink, insertLink, takeLink } from './link-token.repository.ts'
import { hashPassword } from './password.ts'
import { refuseWeakPassword } from './password-policy.ts'
import { noteSecurityEvent } from './security-log.usecases.ts'

const HOUR_SECONDS = 3600

/** Leaves room for an office behind one address. */
const askLimit = (address: string): RateLimit => ({
  name: 'password resets asked by an address',
  key: networkOf(address),
  limit: 30,
  windowSeconds: HOUR_SECONDS,
})
/** Keeps a stranger from filling a mailbox; links that were sent stay good. */
const mailLimit = (userId: number): RateLimit => ({
  name: 'password reset mails of an account',
  key: String(userId),
  limit: 5,
  windowSeconds: HOUR_SECONDS,
})

/** Does the same for every address: whether anybody has it is found out later, where no answer tells. */
export async function askForReset(deps: Deps, { email, address }: { email: string; address: string }): Promise<void> {
  await deps.db.transaction(async tx => {
    await hitRateLimit(tx, askLimit(address), deps.clock.now())
    await queueJob(deps, tx, resetJob, { email })
  })
}

export const resetJob: Job<{ email: string }> = {
  name: 'reset-password',
  queue: 'jobs',
  payload: z.object({ email: z.string() }),
  run: async (deps, { email }, attempt) => {
    const now = deps.clock.now()
    const row = await findByEmail(deps.db, email, now)
    if (row === undefined || row.disabled_at !== null) return
    // What a mail server that is away puts off is not asked for again.
    if (attempt.isFirst && !(await allowsHit(deps.db, mailLimit(row.id), now))) return
    const isDoubtful = row.previous_email_until !== null && row.previous_email_until > now
    const to = isDoubtful ? (row.previous_email ?? row.email) : row.email
    const { token, hash } = newLinkToken()
    const expiresAt = new Date(now.getTime() + HOUR_SECONDS * 1000)
    await insertLink(deps.db, { hash, userId: row.id, purpose: 'reset-password', email: to, expiresAt })
    const letter = resetPasswordLetter({ username: row.username, token }, linksOf(deps.config))
    await deliverLetter(deps, { to, letter }, attempt)
  },
}

/** Sets the new password, and gives the account back to who has the mailbox. A refused password leaves the link good. */
export async function resetPassword(deps: Deps, { token, newPassword }: ResetPasswordInput): Promise<void> {
  const now = deps.clock.now()
  const asked = { hash: linkTokenOf(token).hash, purpose: 'reset-password' as const, now }
  const found = await findLink(deps.db, asked)
  const owner = found && (await findById(deps.db, found.userId))
  if (owner === undefined) throw new Refusal('INVALID_LINK')
  const { id: userId, username, email, first_name: firstName, last_name: lastName } = owner
  await refuseWeakPassword(newPassword, { username, email, firstName, lastName }, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  await orTaken(
    deps.db.transaction(async tx => {
      const link = await takeLink(tx, asked)
      if (link === undefined || !(await updatePassword(tx, { userId, to: passwordHash })))
        throw new Refusal('INVALID_LINK')
      // Who opened the link has the mailbox, also where it is that of a former email.
      await giveBack(deps, tx, link)
      await noteSecurityEvent(tx, { kind: 'password-reset', userId, actorId: null }, now)
      await queueMail(deps, tx, { to: link.email, template: 'password-reset', values: { username } })
    }),
  )
}
