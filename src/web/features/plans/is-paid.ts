import type { User } from '#contract/account.ts'

/** Whether the user has an active paid plan. Everyone else sees the trial banner. */
export const isPaid = ({ subscriptionTier, subscriptionStatus }: User): boolean =>
  subscriptionTier !== 'free' && subscriptionStatus === 'active'

/** A complimentary plan is not paid for, so there is nothing to cancel. */
export const canCancel = (user: User): boolean => isPaid(user) && !user.isPlanGranted
