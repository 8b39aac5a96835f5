import type { User } from '#contract/accounts/account.ts'
import type { Subscription } from '#contract/billing/billing.ts'
import { plans, UNLIMITED, paidTiers, type Tier } from '#contract/plans.ts'
import { openCancelPrompt } from '../../features/billing/billing-dialogs.store.ts'
import { subscriptionRead } from '../../features/billing/billing.queries.ts'
import { chargeWords } from '../../features/billing/charge-words.ts'
import { pullsLeft, planStatus } from '../../features/plans/plan-state.ts'
import { ReadContent } from '../../shared/api/query-content.tsx'
import { formatCents, formatNumber, formatDayOf } from '../../shared/format.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Section } from '../../shared/ui/section.tsx'
import { SingleClickButton } from '../../shared/ui/single-click-button.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { whatComesNext } from './subscription-words.ts'
import { useResumeSubscription, useChangePlan } from './subscription.queries.ts'

export const CurrentSubscription = () => (
  <Section title="Current subscription">
    <ReadContent read={subscriptionRead} waiting={<Loading />}>
      {subscription => <Details subscription={subscription} />}
    </ReadContent>
  </Section>
)

function Details({ subscription }: { subscription: Subscription }) {
  const user = useUser()
  const { tone, label } = planStatus(subscription.status)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex items-baseline gap-2">
          <span className="text-2xl font-semibold tracking-tight">{plans[subscription.tier].name}</span>
          <span className="text-sm text-ink-2 tabular-nums">
            {formatCents(subscription.pricePerMonthCents)} / month
          </span>
        </p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {subscription.scheduledChange ? (
        <ScheduledChange subscription={subscription} change={subscription.scheduledChange} />
      ) : (
        <p className="text-sm text-ink-2">{whatComesNext(subscription)}</p>
      )}
      <Quota user={user} />
      <Action subscription={subscription} />
    </div>
  )
}

const Quota = ({ user }: { user: User }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-8 gap-y-4 border-t border-line pt-4 text-sm">
    <div>
      <dt className="text-ink-2">Leads left</dt>
      <dd className="mt-0.5 font-medium tabular-nums">{pullsLeft(user)}</dd>
    </div>
    <div>
      <dt className="text-ink-2">Searches left</dt>
      <dd className="mt-0.5 font-medium tabular-nums">
        {user.remainingSearches === UNLIMITED ? 'Unlimited' : formatNumber(user.remainingSearches)}
      </dd>
    </div>
  </dl>
)

/** An active paid plan can be canceled, a canceled one resumed. Other states have no action. */
function Action({ subscription: { tier, status, isGranted } }: { subscription: Subscription }) {
  const resume = useResumeSubscription()
  if (tier === 'free' || isGranted) return null
  if (status === 'active')
    return (
      <SingleClickButton className="self-start" onClick={openCancelPrompt}>
        Cancel Subscription
      </SingleClickButton>
    )
  if (status !== 'canceled') return null
  return (
    <SingleClickButton
      variant="primary"
      className="self-start"
      isLoading={resume.isPending}
      onClick={() => resume.mutate()}
    >
      {resume.isPending ? 'Processing...' : 'Resume Subscription'}
    </SingleClickButton>
  )
}

function Loading() {
  const { subscriptionTier, subscriptionStatus, isPlanGranted } = useUser()
  const hasAction = subscriptionTier !== 'free' && !isPlanGranted && subscriptionStatus !== 'past_due'
  return (
    <output className="flex flex-col gap-4">
      <span className="sr-only">Loading your subscription</span>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-5 w-64" />
      <Skeleton className="mt-4 h-11 w-full" />
      {hasAction && <Skeleton className="h-9 w-40 touch:h-11" />}
    </output>
  )
}

type ScheduledChangeProps = { subscription: Subscription; change: NonNullable<Subscription['scheduledChange']> }

/** A downgrade that waits for the end of the period, with its cost. Until then it can be canceled. */
function ScheduledChange({ subscription: { tier, nextCharge, endsAt }, change }: ScheduledChangeProps) {
  const next = plans[change.tier]
  return (
    <Alert
      title={`Changes to ${next.name} on ${formatDayOf(change.at)}${nextCharge ? `: ${chargeWords(nextCharge)}` : ''}`}
      actions={<KeepPlan tier={tier} size="sm" />}
    >
      You keep {plans[tier].name} until then.{endsAt === null ? '' : ` The plan ends on ${formatDayOf(endsAt)}.`}
    </Alert>
  )
}

/** Cancels the scheduled change. */
export function KeepPlan({ tier, ...props }: { tier: Tier; size?: 'sm'; className?: string }) {
  const keep = useChangePlan()
  const present = paidTiers.find(paid => paid === tier)
  if (present === undefined) return null
  return (
    <Button
      {...props}
      isLoading={keep.isPending}
      onClick={() => keep.mutate({ tier: present, takesEffect: 'period_end', prorationDate: null })}
    >
      {keep.isPending ? 'Processing...' : `Keep ${plans[tier].name}`}
    </Button>
  )
}
