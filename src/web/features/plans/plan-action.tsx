import type { ReactNode } from 'react'
import { type Plan, plans, type Tier } from '#contract/plans.ts'
import { formatCents } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'

type PlanActionProps = {
  plan: Plan
  ownTier: Tier
  /** The plan that remains when the current one ends. */
  lastTier?: Tier
  /** What the user pays for the current plan, if its price for new subscriptions is another one. */
  keptPriceCents?: number | undefined
  isGiven?: boolean
  children: ReactNode
}

/** The action for one plan: disabled for the current plan and for Free, otherwise `children`. */
export function PlanAction({
  plan,
  ownTier,
  lastTier = 'free',
  keptPriceCents,
  isGiven = false,
  children,
}: PlanActionProps) {
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
        You return to {plans[lastTier].name} when {isGiven ? 'your complimentary plan' : 'your paid plan'} ends.
      </p>
    </>
  )
}
