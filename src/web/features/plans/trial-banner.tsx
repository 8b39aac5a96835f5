import type { User } from '#contract/account.ts'
import { plans } from '#contract/plans.ts'
import { count } from '../../shared/format.ts'
import { buttonClass } from '../../shared/ui/button.tsx'
import { pullsLeft } from './pulls-left.ts'
import { PlansLink } from './plans-link.tsx'

/** The state of the plan, for users without an active paid plan. */
export const TrialBanner = ({ user }: { user: User }) => (
  <p className="flex items-center justify-between gap-x-2 rounded-lg bg-accent-soft px-4 py-2 text-sm text-ink-2 touch:py-0">
    <span>
      {standing(user)}:{' '}
      <span className="font-medium text-ink">
        {count(Math.max(0, user.remainingContactPulls), 'contact pull')} left
      </span>
      {user.purchasedContactPulls > 0 && ` (${pullsLeft(user)})`}.
    </span>
    <PlansLink className={buttonClass({ variant: 'link', size: 'inline' })}>
      {user.subscriptionTier === 'free' ? 'See plans' : 'Manage plan'}
    </PlansLink>
  </p>
)

function standing({ subscriptionTier: tier, subscriptionStatus: status }: User): string {
  if (tier === 'free') return 'You are on a trial'
  const { name } = plans[tier]
  if (status === 'canceled') return `Your ${name} plan is canceled but still active until it ends`
  if (status === 'past_due' || status === 'unpaid') return `The payment for your ${name} plan is overdue`
  return `Your ${name} plan is not active`
}
