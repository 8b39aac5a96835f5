import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { User } from '#contract/accounts/account.ts'
import { plans } from '#contract/plans.ts'
import { count } from '../../shared/format.ts'
import { VerifyBanner } from '../../shared/session/email-confirmation.tsx'
import { useUser } from '../../shared/session/session-user.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'
import { LimitReachedBanner } from './limit-reached-banner.tsx'
import { PlansLink } from './more-leads-actions.tsx'
import { isOverdue, isPaid, pullsLeft } from './plan-state.ts'

const stripId = 'account-notices'
export const bringAccountBannersIntoView = (): void =>
  document.querySelector(`#${stripId}`)?.scrollIntoView({ block: 'nearest' })

type ScreenWithBannersProps = {
  /** A plan that the user chose before. */
  offer?: ReactNode
  onUpgrade?: () => void
  className?: string
  children: ReactNode
}

/** A screen below the notices about the account. */
export const ScreenWithBanners = ({ offer, onUpgrade, className, children }: ScreenWithBannersProps) => (
  <div className={clsx('mx-auto max-w-360 px-4 pt-4 sm:px-6', className)}>
    <div className="flex flex-col gap-4 not-empty:mb-4 print:hidden">
      {offer}
      <AccountBanners onUpgrade={onUpgrade} />
    </div>
    {children}
  </div>
)

/** The strip of notices about the account. Used-up quotas come first, then the plan and the email. */
export function AccountBanners({ onUpgrade }: { onUpgrade?: () => void }) {
  const user = useUser()
  const hasNoPulls = user.remainingContactPulls <= 0
  const hasNoSearches = user.remainingSearches <= 0
  const hasReminder = !isPaid(user) || !user.emailVerified
  if (!hasReminder && !hasNoPulls && !hasNoSearches) return null
  return (
    <section
      id={stripId}
      aria-label="About your account"
      className="overflow-hidden rounded-lg bg-accent-soft *:rounded-none"
    >
      {hasNoPulls && <LimitReachedBanner type="credit" onUpgrade={onUpgrade} />}
      {hasNoSearches && <LimitReachedBanner type="usage" onUpgrade={onUpgrade} />}
      {hasReminder && (
        <div className="flex gap-x-8 px-4 py-1 *:flex-1 max-lg:flex-col">
          {!isPaid(user) && <TrialBanner user={user} />}
          {!user.emailVerified && <VerifyBanner email={user.email} />}
        </div>
      )}
    </section>
  )
}

/** The state of the plan, for users without an active paid plan. */
const TrialBanner = ({ user }: { user: User }) => (
  <p className="flex items-center justify-between gap-x-2 py-1 text-sm text-ink-2 touch:py-0">
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

function standing(user: User): string {
  const { subscriptionTier: tier, subscriptionStatus: status } = user
  if (tier === 'free') return 'You are on a trial'
  const { name } = plans[tier]
  if (status === 'canceled') return `Your ${name} plan is canceled but still active until it ends`
  if (isOverdue(user)) return `The payment for your ${name} plan is overdue`
  return `Your ${name} plan is not active`
}
