import type { User } from '#contract/account.ts'

/** On a paid plan that is active; everybody else sees the trial banner. */
export const isPaid = ({ subscriptionTier, subscriptionStatus }: User): boolean =>
  subscriptionTier !== 'free' && subscriptionStatus === 'active'

/** A plan that the operator gave is not paid for, so there is nothing to cancel. */
export const canCancel = (user: User): boolean => isPaid(user) && !user.isPlanGranted
