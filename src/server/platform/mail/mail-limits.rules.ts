import type { ExactLimit, Window } from '#server/platform/limits/hit-log.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** The recipient of a mail. `isVerified`: the account that causes the mail has confirmed this address. */
export type Receiver = { address: string; isVerified: boolean }
/** Who causes a mail: an account, a visitor, or we ourselves or the operator. */
export type MailCause = { account: number } | 'visitor' | 'us'

/** All limits on mail, except that of password resets, `isResetDue`. */
export const mailLimits = {
  /** Per account, to addresses it has not confirmed. */
  unverified: [
    { limit: 5, seconds: HOUR },
    { limit: 20, seconds: DAY },
  ],
  /** Per account, to its own confirmed address. */
  own: [{ limit: 60, seconds: HOUR }],
  /** Per address, for all mail together that visitors cause, or accounts that have not confirmed it. */
  receiver: [{ limit: 5, seconds: HOUR }],
} as const satisfies Record<string, readonly Window[]>

/** `isOfReceiver`: other users may have used it up. */
export type MailLimit = ExactLimit & { isOfReceiver?: true }

export function limitsOf({ to, cause }: { to: Receiver; cause: MailCause }): MailLimit[] {
  if (cause === 'us') return []
  const receiver: MailLimit = {
    name: 'mails to an address',
    key: mailboxOf(to.address),
    windows: mailLimits.receiver,
    isOfReceiver: true,
  }
  if (cause === 'visitor') return [receiver]
  const key = String(cause.account)
  if (to.isVerified) return [{ name: 'mails of an account to itself', key, windows: mailLimits.own }]
  return [{ name: 'mails of an account to unconfirmed addresses', key, windows: mailLimits.unverified }, receiver]
}

/** Identifies a mailbox: ignores case, anything after a "+", and dots in Gmail addresses. */
export function mailboxOf(address: string): string {
  const lower = address.trim().normalize('NFKC').toLowerCase()
  const at = lower.lastIndexOf('@')
  const [local, domain] = [lower.slice(0, Math.max(0, at)), lower.slice(at + 1)]
  const bare = local.replace(/(?<=.)\+.*$/, '')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}

const RESET_GAP_MS = 60_000
const QUICK_RESETS = 3
const FRESH_LINK_MS = 20 * 60_000

/**
 * Whether a request for a password reset sends another mail. If not, the link that was already sent still works.
 * `sent`: when the links that still work were sent. Up to three mails at least a minute apart, then another when the
 * newest link is 20 minutes old. That is at most five an hour, and the user always has a link that works for 40 minutes
 * or more.
 */
export function isResetDue(sent: readonly Date[], now: Date): boolean {
  const newest = Math.max(0, ...sent.map(time => time.getTime()))
  const age = now.getTime() - newest
  return age >= FRESH_LINK_MS || (age >= RESET_GAP_MS && sent.length < QUICK_RESETS)
}
