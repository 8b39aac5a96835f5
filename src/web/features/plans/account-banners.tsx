import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { User } from '#contract/accounts/account.ts'
import { plans } from '#contract/plans.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { LimitReachedBanner } from './limit-reached-banner.tsx'
import { PlansLink } from './more-leads-actions.tsx'
import { isOverdue, isPaid } from './plan-state.ts'

const stripId = 'account-notices'
export const bringAccountBannersIntoView = (): void =>
  document.querySelector(`#${stripId}`)?.scrollIntoView({ block: 'nearest' })

type ScreenWithBannersProps = {
  /** The plan that a new user chose before registering, and other notices of the screen. */
  offer?: ReactNode
  className?: string
  children: ReactNode
}

export const ScreenWithBanners = ({ offer, className, children }: ScreenWithBannersProps) => (
  <div className={clsx('mx-auto max-w-360 px-4 pt-4 max-sm:pt-3 sm:px-6', className)}>
    <div className="flex flex-col gap-4 not-empty:mb-4 max-sm:not-empty:mb-2 print:hidden">
      {offer}
      <AccountBanners />
    </div>
    {children}
  </div>
)

/** The strip of notices about the account: used-up quotas, or else the state of the plan. */
export function AccountBanners() {
  const user = useUser()
  const hasNoPulls = user.remainingContactPulls <= 0
  const hasNoSearches = user.remainingSearches <= 0
  const isTrial = !isPaid(user)
  if (!isTrial && !hasNoPulls && !hasNoSearches) return null
  return (
    <section id={stripId} aria-label="About your account" className="overflow-hidden rounded-lg *:rounded-none">
      {hasNoPulls && <LimitReachedBanner type="credit" />}
      {hasNoSearches && <LimitReachedBanner type="usage" />}
      {isTrial && <TrialBanner user={user} />}
    </section>
  )
}

/** The state of the plan, for users without an active paid plan. The header says how many leads are left. */
const TrialBanner = ({ user }: { user: User }) => (
  <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
    {standing(user)}.
    <PlansLink className="font-medium text-accent-ink underline underline-offset-4">
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
