import type { User } from '#contract/account.ts'

/** On a paid plan that is active; everybody else is on a trial. */
export const isPaid = ({ subscriptionTier, subscriptionStatus }: User): boolean =>
  subscriptionTier !== 'free' && subscriptionStatus === 'active'
