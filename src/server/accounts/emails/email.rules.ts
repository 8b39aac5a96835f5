/** What an account has to do with email addresses. */
export type EmailState = {
  username: string
  email: string
  verifiedAt: Date | null
  /** Null: since sign-up, or longer than we know. */
  since: Date | null
  /** Typed into the profile and not proven yet. */
  pending: string | null
  /** Whether the pending one was asked for with the password. */
  isBacked: boolean
  previous: string | null
  previousSince: Date | null
  previousUntil: Date | null
}

/** An address from before a change. */
export type FormerEmail = {
  email: string
  /** Since when the account had it; null: since sign-up, or longer than we know. */
  since: Date | null
  /** How long it can take the account back. */
  until: Date
}

const HOLD_MS = 7 * 86_400_000

export const formerUntil = (leftAt: Date): Date => new Date(leftAt.getTime() + HOLD_MS)
/** When the account left a former address. */
export const leftAt = (until: Date): Date => new Date(until.getTime() - HOLD_MS)

/** The address that can still take the account back from the present one. */
export function heldEmail({ previous, previousSince, previousUntil }: EmailState, now: Date): FormerEmail | null {
  if (previous === null || previousUntil === null || previousUntil <= now) return null
  return { email: previous, since: previousSince, until: previousUntil }
}

/** An address that was itself set within a week of being left may be an attacker's. */
export const isYoung = ({ since }: FormerEmail, now: Date): boolean =>
  since !== null && now.getTime() - since.getTime() < HOLD_MS
