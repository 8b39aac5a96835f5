import { z } from 'zod'
import type { Deps } from '#server/accounts/deps.ts'
import { findAccountRow } from '#server/accounts/identity/account.repository.ts'
import { type Account, accountOf } from '#server/accounts/identity/account.rules.ts'
import { insertLink } from '#server/accounts/links/link-token.repository.ts'
import { DAY_MS } from '#server/platform/basics/clock.ts'
import { newSecretToken } from '#server/platform/basics/secret-token.ts'
import { linksOf } from '#server/platform/mail/links.ts'
import { linkMail, sendMail } from '#server/platform/mail/mail.usecases.ts'
import { verifyEmailLetter } from '#server/platform/mail/templates.ts'

const VERIFY_MS = 7 * DAY_MS

const unprovenEmail = ({ email, pendingEmail, isEmailVerified }: Account): string | undefined =>
  pendingEmail ?? (isEmailVerified ? undefined : email)

export const verificationTo = (userId: number, email: string) => ({
  to: { address: email, isVerified: false },
  cause: { account: userId },
  content: verificationMail.about({ userId, email }),
})

export const verificationMail = linkMail<{ userId: number; email: string }, Deps>({
  name: 'verify-email',
  isUrgent: true,
  payload: z.object({ userId: z.number(), email: z.string() }),
  write: async (deps, { userId, email: asked }) => {
    const row = await findAccountRow(deps.db, userId)
    const email = row && unprovenEmail(accountOf(row, deps.clock.now()))
    // If the address has changed since, another mail was queued for the new one.
    if (row === undefined || email === undefined || asked !== email) return null
    const { token, hash } = newSecretToken()
    const expiresAt = new Date(deps.clock.now().getTime() + VERIFY_MS)
    if (!(await insertLink(deps.db, { hash, userId, purpose: 'verify-email', email, expiresAt }))) return null
    return { to: email, letter: verifyEmailLetter({ token, typed: {}, links: linksOf(deps.config) }) }
  },
})

/** Returns false without sending if the email is already confirmed. */
export async function resendVerification(deps: Deps, account: Account): Promise<boolean> {
  const email = unprovenEmail(account)
  if (email === undefined) return false
  await deps.db.transaction(tx =>
    sendMail(deps, tx, { ...verificationTo(account.id, email), ifFull: { refuse: 'confirmation emails' } }),
  )
  return true
}
