import type { ReactNode } from 'react'
import { type Plan, plans, type Tier } from '#contract/plans.ts'
import { Button } from '../../shared/ui/button.tsx'

type PlanActionProps = {
  plan: Plan
  ownTier: Tier
  /** The plan that remains when the current one ends. */
  lastTier?: Tier
  /** Whether the current plan is complimentary. */
  isGiven?: boolean
  children: ReactNode
}

/** The action for one plan: disabled for the current plan and for Free, otherwise `children`. */
export function PlanAction({ plan, ownTier, lastTier = 'free', isGiven = false, children }: PlanActionProps) {
  if (plan.tier === ownTier)
    return (
      <Button disabled className="w-full">
        Current Plan
      </Button>
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
