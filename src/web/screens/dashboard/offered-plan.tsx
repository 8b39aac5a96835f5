import { lazy } from 'react'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import { paidTiers } from '#contract/plans.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { LazyPart } from '../../shared/api/lazy-part.tsx'

const PlanOffer = lazy(() => import('./plan-offer.tsx'))

/** The way back, and a reload, offer it no more. */
const decline = () => navigate(location.pathname + location.search, { replace: true })

/** The paid plan that a new user chose before registering, as long as this page is the one they landed on. */
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
