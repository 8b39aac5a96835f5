import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { User } from '#contract/account.ts'
import { plans, UNLIMITED } from '#contract/plans.ts'
import { formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { planStatus } from '../../shared/plans/plan-status.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'

export function SubscriptionSummary({ user }: { user: User }) {
  const { tone, label } = planStatus(user.subscriptionStatus)
  const remainingSearches = user.remainingSearches === UNLIMITED ? 'Unlimited' : formatNumber(user.remainingSearches)
  const highVolume = user.subscriptionTier === 'elite' ? ' (High Volume)' : ''
  return (
    <>
      <dl className="divide-y divide-line">
        <Line label="Plan">{plans[user.subscriptionTier].name}</Line>
        <Line label="Status">
          <Badge tone={tone}>{label}</Badge>
        </Line>
        <Line label="Remaining searches">{remainingSearches}</Line>
        <Line label="Searches per month">{formatNumber(user.searchQuota) + highVolume}</Line>
        <Line label="Remaining contact pulls">{formatNumber(user.remainingContactPulls)}</Line>
        <Line label="Contact pulls per month">{formatNumber(user.contactPullQuota)}</Line>
      </dl>
      <Link href={paths.subscription} className={buttonClass({ className: 'mt-4 w-full' })}>
        Manage Subscription
      </Link>
    </>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex items-center justify-between gap-4 py-2.5 text-sm">
    <dt className="text-ink-2">{label}</dt>
    <dd className="text-right font-medium tabular-nums">{children}</dd>
  </div>
)
