import { count } from '../format.ts'
import { useUser } from '../session/session-user.tsx'
import { VerifyBanner } from '../session/verify-banner.tsx'
import { buttonClass } from '../ui/button.tsx'
import { CreditBanner } from './credit-banner.tsx'
import { isPaid } from './is-paid.ts'
import { LimitReachedBanner } from './limit-reached-banner.tsx'
import { PlansLink } from './plans-link.tsx'

/** What the account has to be told above its work: that it is a trial, and that pulls or searches are used up. */
export function AccountBanners({ onUpgrade }: { onUpgrade?: () => void }) {
  const user = useUser()
  const hasNoPulls = user.remainingContactPulls <= 0
  const hasNoSearches = user.remainingSearches <= 0
  if (isPaid(user) && !hasNoPulls && !hasNoSearches && user.emailVerified) return null
  return (
    <div className="flex flex-col gap-3">
      {!isPaid(user) && <TrialBanner pullsLeft={user.remainingContactPulls} />}
      {!user.emailVerified && <VerifyBanner email={user.email} />}
      {hasNoPulls && <CreditBanner onUpgrade={onUpgrade} />}
      {hasNoSearches && <LimitReachedBanner type="usage" onUpgrade={onUpgrade} />}
    </div>
  )
}

const TrialBanner = ({ pullsLeft }: { pullsLeft: number }) => (
  <p className="flex items-center justify-between gap-x-2 rounded-lg bg-accent-soft px-4 py-2 text-sm text-ink-2 touch:py-0">
    <span>
      You are on a trial:{' '}
      <span className="font-medium text-ink">{count(Math.max(0, pullsLeft), 'contact pull')} left</span>.
    </span>
    <PlansLink className={buttonClass({ variant: 'link', size: 'inline' })}>See plans</PlansLink>
  </p>
)
