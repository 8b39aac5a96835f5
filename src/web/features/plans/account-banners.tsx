import { useUser } from '../../shared/session/session-user.tsx'
import { VerifyBanner } from '../../shared/session/verify-banner.tsx'
import { CreditBanner } from './credit-banner.tsx'
import { isPaid } from './is-paid.ts'
import { LimitReachedBanner } from './limit-reached-banner.tsx'
import { TrialBanner } from './trial-banner.tsx'

/** Notices about the account above each work screen: plan, email confirmation, and used-up quotas. */
export function AccountBanners({ onUpgrade }: { onUpgrade?: () => void }) {
  const user = useUser()
  const hasNoPulls = user.remainingContactPulls <= 0
  const hasNoSearches = user.remainingSearches <= 0
  if (isPaid(user) && !hasNoPulls && !hasNoSearches && user.emailVerified) return null
  return (
    <div className="flex flex-col gap-3">
      {!isPaid(user) && <TrialBanner user={user} />}
      {!user.emailVerified && <VerifyBanner email={user.email} />}
      {hasNoPulls && <CreditBanner onUpgrade={onUpgrade} />}
      {hasNoSearches && <LimitReachedBanner type="usage" onUpgrade={onUpgrade} />}
    </div>
  )
}
