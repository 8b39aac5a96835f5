import type { User } from '#contract/accounts/account.ts'
import { formatDate, formatDayOf, formatNumber } from '../../shared/format.ts'

/** Whether the user has an active paid plan. All other users see the trial banner. */
export const isPaid = ({ subscriptionTier, subscriptionStatus }: User): boolean =>
  subscriptionTier !== 'free' && subscriptionStatus === 'active'

/** Whether there is a plan to cancel. A complimentary plan is not paid for, so there is nothing to cancel. */
export const canCancel = (user: User): boolean => isPaid(user) && !user.isPlanGranted

export const isOverdue = ({ subscriptionTier, subscriptionStatus }: User): boolean =>
  subscriptionTier !== 'free' && ['past_due', 'unpaid'].includes(subscriptionStatus)

/** The words before the date on which the month of the quota ends. */
export function monthEndWords(user: User): 'Renews' | 'Ends' | 'Pay by' {
  if (isOverdue(user)) return 'Pay by'
  return user.isEnding ? 'Ends' : 'Renews'
}

/** "Jan 31, 2027": the last day of a complimentary plan. It ends with that day in UTC, wherever the reader is. */
export const lastDayOf = (endsAt: string): string => formatDate(new Date(Date.parse(endsAt) - 1).toISOString())

/** The date on which the month of the quota ends. */
export const monthEndDay = ({ renewsAt, isEnding, isPlanGranted }: User): string =>
  isEnding && isPlanGranted ? lastDayOf(renewsAt) : formatDayOf(renewsAt)

const statuses = {
  active: { tone: 'green', label: 'Active' },
  canceled: { tone: 'amber', label: 'Canceling at period end' },
  inactive: { tone: 'grey', label: 'Inactive' },
} as const

export const planStatus = (status: string) =>
  status === 'active' || status === 'canceled' ? statuses[status] : statuses.inactive

type Pulls = Pick<User, 'monthlyContactPulls' | 'purchasedContactPulls'>

/** "1,240 this month + 300 extra". Not "of 2,000": a month with an upgrade has less than the quota of a whole one. */
export const pullsLeft = (pulls: Pulls): string =>
  withExtra(`${formatNumber(pulls.monthlyContactPulls)} this month`, pulls)

/** Adds the extra leads, which were purchased or credited. */
export const withExtra = (
  month: string,
  { purchasedContactPulls: extra }: Pick<User, 'purchasedContactPulls'>,
): string => (extra > 0 ? `${month} + ${formatNumber(extra)} extra` : month)
