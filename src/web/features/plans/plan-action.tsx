import type { ReactNode } from 'react'
import { type Plan, plans, type Tier } from '#contract/plans.ts'
import { Button } from '../../shared/ui/button.tsx'

type PlanActionProps = {
  plan: Plan
  ownTier: Tier
  /** What is left when the present plan ends. */
  lastTier?: Tier
  /** The present plan was given by us, and not paid for. */
  isGiven?: boolean
  children: ReactNode
}

/** What a user can do about a plan: nothing about the present one and about Free; `children` is the way to any other. */
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
