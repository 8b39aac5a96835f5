import { lazy, Suspense } from 'react'
import type { User } from '#contract/account.ts'
import { count } from '../format.ts'
import { paths } from '../paths.ts'
import { useUser } from '../session/session-user.tsx'

const CreditBanner = lazy(() => import('./credit-banner.tsx'))

/** What the account has to be told above its work: that it is a trial, and that no contact pulls are left. */
export function AccountBanners({ onUpgrade }: { onUpgrade?: () => void }) {
  const user = useUser()
  const isUsedUp = user.remainingContactPulls <= 0
  if (isPaid(user) && !isUsedUp) return null
  return (
    <div className="mb-4 flex flex-col gap-3">
      {!isPaid(user) && <TrialBanner pullsLeft={user.remainingContactPulls} />}
      {isUsedUp && (
        <Suspense fallback={<div className="h-32 sm:h-28" />}>
          <CreditBanner onUpgrade={onUpgrade} />
        </Suspense>
      )}
    </div>
  )
}

/** On a paid plan that is active; everybody else is on a trial. */
const isPaid = ({ subscriptionTier, subscriptionStatus }: User): boolean =>
  subscriptionTier !== 'free' && subscriptionStatus === 'active'

const TrialBanner = ({ pullsLeft }: { pullsLeft: number }) => (
  <p className="flex items-center justify-between gap-x-2 rounded-lg bg-accent-soft px-4 py-2 text-sm text-ink-2 touch:py-0">
    <span>
      You are on a trial:{' '}
      <span className="font-medium text-ink">{count(Math.max(0, pullsLeft), 'contact pull')} left</span>.
    </span>
    <a
      href={paths.plans}
      className="inline-flex shrink-0 items-center font-medium text-accent-ink underline touch:min-h-11"
    >
      See plans
    </a>
  </p>
)
