import type { ReactNode } from 'react'
import type { Plan, Tier } from '#contract/plans.ts'
import { Button } from '../ui/button.tsx'

type PlanActionProps = { plan: Plan; ownTier: Tier; children: ReactNode }

/** What a user can do about a plan: nothing about the present one and about Free; `children` is the way to any other. */
export function PlanAction({ plan, ownTier, children }: PlanActionProps) {
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
      <p className="mt-2 text-xs text-ink-3">You return to Free when your paid plan ends.</p>
    </>
  )
}
