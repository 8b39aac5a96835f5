import { z } from 'zod'
import type { ResetPasswordInput } from '#contract/accounts/security.ts'
import { refuseWeakPassword } from '#server/accounts/credentials/password-policy.ts'
import { hashPassword } from '#server/accounts/credentials/password.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { findAccountRow } from '#server/accounts/identity/account.repository.ts'
import { findByEmail, updatePassword } from '#server/accounts/identity/credentials.repository.ts'
import { findLink, lockResetLinks, insertLink, takeLink } from '#server/accounts/links/link-token.repository.ts'
import { recordSecurityEvent } from '#server/accounts/security-log/security-log.usecases.ts'
import type { Network } from '#server/platform/basics/network.ts'
import { orRefuse, Refusal } from '#server/platform/basics/refusal.ts'
import { newSecretToken, secretTokenOf } from '#server/platform/basics/secret-token.ts'
import { limitPerNetwork } from '#server/platform/limits/limited-caller.ts'
import { countAgainst, hitRateLimit, type RateLimit } from '#server/platform/limits/rate-limit.ts'
import { linksOf } from '#server/platform/mail/links.ts'
import { isResetDue } from '#server/platform/mail/mail-limits.rules.ts'
import { fromTemplate, linkMail, sendMail, sendResetMail } from '#server/platform/mail/mail.usecases.ts'
import { resetPasswordLetter } from '#server/platform/mail/templates.ts'
import { lockEmails } from './email.repository.ts'
import { returnAccount } from './former-email.usecases.ts'

const HOUR_SECONDS = 3600
const LINK_MS = HOUR_SECONDS * 1000

/** High enough for an office behind one address. Repeated requests for the same email count once. */
const askLimit = limitPerNetwork({ name: 'password resets from your network', limit: 30, windowSeconds: HOUR_SECONDS })
/** The window equals the lifetime of a link, so beyond the limit the user still has a working link. */
const sameEmailLimit = (network: Network, email: string): RateLimit => ({
  name: 'password resets of this email',
  key: `${network}\n${email.toLowerCase()}`,
  limit: 30,
  windowSeconds: HOUR_SECONDS,
})

/** Does the same for every email: whether it has an account is checked later, so the response reveals nothing. */
export async function requestReset(deps: Deps, { email, network }: { email: string; network: Network }): Promise<void> {
  const now = deps.clock.now()
  const sameEmail = sameEmailLimit(network, email)
  await deps.db.transaction(async tx => {
    const { isRefused, remaining } = await countAgainst(tx, sameEmail, now)
    if (remaining === sameEmail.limit - 1) await hitRateLimit(tx, askLimit(network), now)
    if (!isRefused) await sendResetMail(deps, tx, resetMail.about({ email }))
  })
}

export const resetMail = linkMail<{ email: string }, Deps>({
  name: 'reset-password',
  isUrgent: true,
  payload: z.object({ email: z.string() }),
  write: async (deps, { email }, attempt) => {
    const row = await findByEmail(deps.db, email, deps.clock.now())
    if (row === undefined || row.disabled_at !== null) return null
    // Sent only to the requested mailbox: another address of the account may belong to somebody else.
    const to = row.asked_email
    // A repeated attempt was already due.
    const token = await insertResetLink(deps, { userId: row.id, email: to, isDue: !attempt.isFirst })
    if (token === null) return null
    const isVerified = to === row.email && row.email_verified_at !== null
    const typed = isVerified ? { username: row.username } : {}
    return { to, letter: resetPasswordLetter({ token, typed, links: linksOf(deps.config) }) }
  },
})

/**
 * Null if the account was deleted, or the mailbox already has a working link. Earlier links stay valid: nobody can end the
 * owner's.
 */
const insertResetLink = (
  { db, clock }: Deps,
  { userId, email, isDue }: { userId: number; email: string; isDue: boolean },
): Promise<string | null> =>
  db.transaction(async tx => {
    const now = clock.now()
    const expiries = await lockResetLinks(tx, { userId, email, now })
    const sent = expiries.map(expiry => new Date(expiry.getTime() - LINK_MS))
    if (!isDue && !isResetDue(sent, now)) return null
    const { token, hash } = newSecretToken()
    const expiresAt = new Date(now.getTime() + LINK_MS)
    return (await insertLink(tx, { hash, userId, purpose: 'reset-password', email, expiresAt })) ? token : null
  })

/** Sets the new password and returns the account to the mailbox's owner. A rejected password does not end the link. */
export async function resetPassword(deps: Deps, { token, newPassword }: ResetPasswordInput): Promise<void> {
  const now = deps.clock.now()
  const asked = { hash: secretTokenOf(token).hash, purpose: 'reset-password' as const, now }
  const found = orRefuse(await findLink(deps.db, asked), 'INVALID_LINK')
  const owner = orRefuse(await findAccountRow(deps.db, found.userId), 'INVALID_LINK')
  const { id: userId, username, email, first_name: firstName, last_name: lastName } = owner
  await refuseWeakPassword(deps, newPassword, { owner: { username, email, firstName, lastName }, path: 'newPassword' })
  const passwordHash = await hashPassword(newPassword)
  await deps.db.transaction(async tx => {
    await lockEmails(tx, found.email)
    const link = await takeLink(tx, asked)
    if (link === undefined || !(await updatePassword(tx, { userId, to: passwordHash })))
      throw new Refusal('INVALID_LINK')
    // Opening the link proves control of the mailbox, even if it is a former address.
    const { heldUrls } = await returnAccount(deps, tx, { userId, email: link.email })
    const hosts = [...new Set(heldUrls.map(url => new URL(url).host))].join(', ')
    await recordSecurityEvent(tx, { kind: 'password-reset', userId, actorId: null }, now)
    await sendMail(deps, tx, {
      to: { address: link.email, isVerified: true },
      cause: { account: userId },
      content: fromTemplate('password-reset', { typed: { username, hosts }, heldWebhooks: heldUrls.length }),
      ifFull: 'skip',
    })
  })
}
