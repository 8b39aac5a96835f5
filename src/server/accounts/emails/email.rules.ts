import { DAY_MS } from '#server/platform/basics/clock.ts'

export type EmailState = {
  username: string
  email: string
  verifiedAt: Date | null
  /** Null: since sign-up, or unknown. */
  since: Date | null
  /** Entered in the profile and not confirmed yet. */
  pending: string | null
  /** Whether the password was given with the pending address. */
  isBacked: boolean
  previous: string | null
  previousSince: Date | null
  previousUntil: Date | null
}

/** An address from before a change. */
export type FormerEmail = {
  email: string
  /** When the account got it; null: at sign-up, or unknown. */
  since: Date | null
  /** Until when it can take the account back. */
  until: Date
}

const HOLD_MS = 7 * DAY_MS

export const formerUntil = (leftAt: Date): Date => new Date(leftAt.getTime() + HOLD_MS)
/** When the account left a former address. */
export const leftAt = (until: Date): Date => new Date(until.getTime() - HOLD_MS)

/** The former address that can still take the account back. */
export function heldEmail({ previous, previousSince, previousUntil }: EmailState, now: Date): FormerEmail | null {
  if (previous === null || previousUntil === null || previousUntil <= now) return null
  return { email: previous, since: previousSince, until: previousUntil }
}

/** An address that was used for less than a week may be an attacker's. */
export const isYoung = ({ since }: FormerEmail, now: Date): boolean =>
  since !== null && now.getTime() - since.getTime() < HOLD_MS
