import { useState } from 'react'
import { Link } from 'wouter'
import { plans, type Tier } from '#contract/plans.ts'
import { formatCents, formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, buttonClass } from '../../shared/ui/button.tsx'

export default function PlanOffer({ tier }: { tier: Tier }) {
  const [isDeclined, setDeclined] = useState(false)
  const { name, pricePerMonthCents, contactPullQuota } = plans[tier]
  if (isDeclined) return null
  return (
    <Alert
      title={`Start your ${name} plan`}
      actions={
        <>
          <Link href={paths.subscriptionTo(tier)} className={buttonClass({ variant: 'primary', size: 'sm' })}>
            Upgrade to {name}
          </Link>
          <Button size="sm" onClick={() => setDeclined(true)}>
            Stay on Free for now
          </Button>
        </>
      }
    >
      You chose {name}: {formatNumber(contactPullQuota)} contact pulls for {formatCents(pricePerMonthCents)} a month.
      Until you start it, you are on Free.
    </Alert>
  )
}
