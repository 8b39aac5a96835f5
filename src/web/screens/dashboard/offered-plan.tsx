import { Link } from 'wouter'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import { paidTiers, type OfferedTier, plans } from '#contract/plans.ts'
import { formatCents, formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { ConfirmEmail } from '../../shared/session/email-confirmation.tsx'
import { useUser } from '../../shared/session/session-user.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, buttonClass } from '../../shared/ui/button.tsx'

/** Removes the offer from the history entry, so going back or reloading does not show it again. */
const decline = () => navigate(location.pathname + location.search, { replace: true })

/** Asks users to confirm their email on the page after registration. */
export const FirstVisit = () => useHistoryState<{ isNew?: boolean } | null>()?.isNew === true && <ConfirmEmail />

/** Offers the paid plan that a new user chose before registering, on the page after registration. */
export function OfferedPlan() {
  const { subscriptionTier } = useUser()
  const chosen = useHistoryState<{ offered?: string } | null>()?.offered
  const tier = paidTiers.find(known => known === chosen)
  if (tier === undefined || subscriptionTier !== 'free') return null
  return <PlanOffer tier={tier} />
}

function PlanOffer({ tier }: { tier: OfferedTier }) {
  const { name, pricePerMonthCents, contactPullQuota } = plans[tier]
  return (
    <Alert
      title={`Start your ${name} plan`}
      actions={
        <>
          <Link href={paths.subscriptionTo(tier)} className={buttonClass({ variant: 'primary', size: 'sm' })}>
            Upgrade to {name}
          </Link>
          <Button size="sm" onClick={decline}>
            Stay on Free for now
          </Button>
        </>
      }
    >
      You chose {name}: {formatNumber(contactPullQuota)} leads for {formatCents(pricePerMonthCents)} a month. Until you
      start it, you are on the Free plan.
    </Alert>
  )
}
