import { useState } from 'react'
import { Link } from 'wouter'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import { paidTiers, type OfferedTier, plans } from '#contract/plans.ts'
import { formatCents, formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { ConfirmEmail } from '../../shared/session/email-confirmation.tsx'
import { useUser } from '../../shared/session/session-user.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, buttonClass } from '../../shared/ui/button.tsx'

type Visit = { isNew?: boolean; offered?: string }

/**
 * On the page after registration: offers the paid plan that the new user chose before, and asks to confirm the email.
 * Kept while tabs add history entries. Whoever declines does not see it again after going back or reloading.
 */
export function FirstVisit() {
  const { subscriptionTier } = useUser()
  const [{ isNew, offered }, setVisit] = useState(useHistoryState<Visit | null>() ?? {})
  const tier = subscriptionTier === 'free' ? paidTiers.find(known => known === offered) : undefined
  const decline = () => {
    setVisit({})
    navigate(location.pathname + location.search, { replace: true })
  }
  return (
    <>
      {tier !== undefined && <PlanOffer tier={tier} onDecline={decline} />}
      {isNew === true && <ConfirmEmail />}
    </>
  )
}

function PlanOffer({ tier, onDecline }: { tier: OfferedTier; onDecline: () => void }) {
  const { name, pricePerMonthCents, contactPullQuota } = plans[tier]
  return (
    <Alert
      title={`Start your ${name} plan`}
      actions={
        <>
          <Link href={paths.subscriptionTo(tier)} className={buttonClass({ variant: 'primary', size: 'sm' })}>
            Upgrade to {name}
          </Link>
          <Button size="sm" onClick={onDecline}>
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
