import type { ReactNode } from 'react'
import type { Subscription } from '#contract/billing/billing.ts'
import { type Plan, plans, type Tier } from '#contract/plans.ts'
import { formatCents } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'

type PlanActionProps = { plan: Plan; ownTier: Tier; subscription?: Subscription | undefined; children: ReactNode }

/** The action for one plan: disabled for the current plan and for Free, otherwise `children`. */
export function PlanAction({ plan, ownTier, subscription, children }: PlanActionProps) {
  const keptPriceCents = keptPriceOf(subscription)
  if (plan.tier === ownTier)
    return (
      <>
        <Button disabled className="w-full">
          Current Plan
        </Button>
        {keptPriceCents !== undefined && (
          <p className="mt-2 text-xs text-ink-3">
            You pay {formatCents(keptPriceCents)} a month until you change plans.
          </p>
        )}
      </>
    )
  if (plan.tier !== 'free') return children
  return (
    <>
      <Button disabled className="w-full">
        Current
      </Button>
      <p className="mt-2 text-xs text-ink-3">
        You return to {plans[subscription?.givenPlan?.tier ?? 'free'].name} when{' '}
        {subscription?.isGranted === true ? 'your complimentary plan' : 'your paid plan'} ends.
      </p>
    </>
  )
}

/** Subscribers keep their price until they change plans. */
const keptPriceOf = (subscription: Subscription | undefined): number | undefined =>
  subscription === undefined ||
  subscription.isGranted ||
  subscription.pricePerMonthCents === plans[subscription.tier].pricePerMonthCents
    ? undefined
    : subscription.pricePerMonthCents
