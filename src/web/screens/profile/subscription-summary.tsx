import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { User } from '#contract/accounts/account.ts'
import type { Subscription } from '#contract/billing/billing.ts'
import { plans, UNLIMITED } from '#contract/plans.ts'
import { useSubscription } from '../../features/billing/billing.queries.ts'
import { nextChargeOn } from '../../features/billing/charge-words.ts'
import { planStatus, withExtra } from '../../features/plans/plan-state.ts'
import { formatCents, formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'

export function SubscriptionSummary({ user }: { user: User }) {
  const { tone, label } = planStatus(user.subscriptionStatus)
  const { name, isHighVolume = false } = plans[user.subscriptionTier]
  return (
    <>
      <dl className="divide-y divide-line">
        <Line label="Plan">{name}</Line>
        <Line label="Status">
          <Badge tone={tone}>{label}</Badge>
        </Line>
        {user.subscriptionTier !== 'free' && (
          <Line label="Next charge">
            <NextCharge />
          </Line>
        )}
        <Line label="Remaining searches">{searchCount(user.remainingSearches)}</Line>
        <Line label="Searches per month">{searchCount(user.searchQuota) + (isHighVolume ? ' (High Volume)' : '')}</Line>
        <Line label="Leads left">{withExtra(formatNumber(user.monthlyContactPulls), user)}</Line>
        <Line label="Leads per month">{formatNumber(user.contactPullQuota)}</Line>
      </dl>
      <Link href={paths.subscription} className={buttonClass({ className: 'mt-4 w-full' })}>
        Manage Subscription
      </Link>
    </>
  )
}

const searchCount = (searches: number): string => (searches === UNLIMITED ? 'Unlimited' : formatNumber(searches))

/** The same text as on the subscription page. */
function NextCharge() {
  const { data: subscription, isPending } = useSubscription()
  if (isPending) return <Skeleton className="h-5 w-32" />
  return <>{subscription === undefined ? 'Not loaded' : nextChargeWords(subscription)}</>
}
function nextChargeWords(subscription: Subscription): string {
  const { openInvoice, isRenewing } = subscription
  if (openInvoice !== null) return `${formatCents(openInvoice.amountDueCents)} overdue`
  return isRenewing ? 'Being charged now' : (nextChargeOn(subscription) ?? 'None')
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex items-center justify-between gap-4 py-2.5 text-sm">
    <dt className="text-ink-2">{label}</dt>
    <dd className="text-right font-medium tabular-nums">{children}</dd>
  </div>
)
