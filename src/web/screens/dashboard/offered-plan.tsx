import { lazy } from 'react'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import { paidTiers } from '#contract/plans.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { LazyPart } from '../../shared/api/lazy-part.tsx'

const PlanOffer = lazy(() => import('./plan-offer.tsx'))

/** Removes the offer from the history entry, so going back or reloading does not show it again. */
const decline = () => navigate(location.pathname + location.search, { replace: true })

/** Offers the paid plan that a new user chose before registering, on the page they landed on. */
export function OfferedPlan() {
  const { subscriptionTier } = useUser()
  const chosen = useHistoryState<{ offered?: string } | null>()?.offered
  const tier = paidTiers.find(known => known === chosen)
  if (tier === undefined || subscriptionTier !== 'free') return null
  return (
    <LazyPart waiting={<div className="h-32 sm:h-28" />}>
      <PlanOffer tier={tier} onDecline={decline} />
    </LazyPart>
  )
}
