import { Link } from 'wouter'
import { type OfferedTier, plans } from '#contract/plans.ts'
import { formatCents, formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, buttonClass } from '../../shared/ui/button.tsx'

export default function PlanOffer({ tier, onDecline }: { tier: OfferedTier; onDecline: () => void }) {
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
      You chose {name}: {formatNumber(contactPullQuota)} contact pulls for {formatCents(pricePerMonthCents)} a month.
      Until you start it, you are on the Free plan.
    </Alert>
  )
}
