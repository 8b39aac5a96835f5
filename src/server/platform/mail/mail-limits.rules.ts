import type { ExactLimit, Window } from '#server/platform/limits/hit-log.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** Whom a mail goes to. `isVerified`: the account that causes the mail has opened a link that was sent there. */
export type Receiver = { address: string; isVerified: boolean }
/** Who makes us send a mail: an account, somebody who is not signed in, or nobody but ourselves and the operator. */
export type MailCause = { account: number } | 'visitor' | 'us'

/** What each limit says; the one place that does. Password resets have an allowance of their own, `isResetDue`. */
export const mailLimits = {
  /** Of an account, to addresses it has not confirmed. */
  unverified: [
    { limit: 5, seconds: HOUR },
    { limit: 20, seconds: DAY },
  ],
  /** Of an account, to its own confirmed address. */
  own: [{ limit: 60, seconds: HOUR }],
  /** To an address, of all kinds together, as long as nobody has shown us that they asked for them. */
  receiver: [{ limit: 5, seconds: HOUR }],
} as const satisfies Record<string, readonly Window[]>

/** `about`: why a mail beyond it is refused, for whoever caused it. `isOfReceiver`: others may have used it up. */
export type MailLimit = ExactLimit & { about: string; isOfReceiver?: true }

/** The limits a mail counts against. */
export function limitsOf({ to, cause }: { to: Receiver; cause: MailCause }): MailLimit[] {
  if (cause === 'us') return []
  const receiver: MailLimit = {
    name: 'mails to an address',
    key: mailboxOf(to.address),
    windows: mailLimits.receiver,
    about: 'We have already sent several emails to this address.',
    isOfReceiver: true,
  }
  if (cause === 'visitor') return [receiver]
  const key = String(cause.account)
  if (to.isVerified) {
    const about = 'We have already sent you many emails.'
    return [{ name: 'mails of an account to itself', key, windows: mailLimits.own, about }]
  }
  const about = 'We have already sent several emails to addresses you have not confirmed.'
  return [
    { name: 'mails of an account to unconfirmed addresses', key, windows: mailLimits.unverified, about },
    receiver,
  ]
}

/** The words for whoever has to wait that many seconds. */
export const tooManyMails = ({ about }: MailLimit, seconds: number): string =>
  `${about} Please try again in ${inWords(seconds)}.`

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes === 1) return 'a minute'
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

/** What tells mailboxes apart: their case does not, nor what follows a "+", nor the dots of Gmail. */
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
 * Whether a request for a password reset sends another mail, or is answered by the one that was sent: its link still
 * works. `sent`: when the links were sent that still work. Three mails a minute apart at most, then one as soon as the
 * newest link is 20 minutes old: five an hour whoever asks, and the mailbox always has a link that is good for 40
 * minutes or more.
 */
export function isResetDue(sent: readonly Date[], now: Date): boolean {
  const newest = Math.max(0, ...sent.map(time => time.getTime()))
  const age = now.getTime() - newest
  return age >= FRESH_LINK_MS || (age >= RESET_GAP_MS && sent.length < QUICK_RESETS)
}
