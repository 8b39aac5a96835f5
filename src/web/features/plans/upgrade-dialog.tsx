import { Link } from 'wouter'
import { offeredPlans, rankOf } from '#contract/plans.ts'
import { formatCents, formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'

export default function UpgradeDialog({ onClose }: { onClose: () => void }) {
  const tier = useUser().subscriptionTier
  const higher = offeredPlans.filter(plan => rankOf(plan.tier) > rankOf(tier))
  return (
    <Dialog
      onClose={onClose}
      title={higher.length === 0 ? 'You are on our largest plan' : 'Upgrade your plan'}
      description={
        higher.length === 0
          ? 'Buy extra leads, or contact us about a custom plan.'
          : 'Get more leads every month. You keep your leads on any plan.'
      }
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Link
            href={higher.length === 0 ? paths.contact : paths.subscription}
            className={buttonClass({ variant: 'primary' })}
          >
            {higher.length === 0 ? 'Contact us' : 'Compare plans'}
          </Link>
        </>
      }
    >
      {higher.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line text-sm">
          {higher.map(plan => (
            <li key={plan.tier} className="flex items-baseline justify-between gap-4 px-4 py-3">
              <span className="font-medium">{plan.name}</span>
              <span className="text-right text-ink-2 tabular-nums">
                {formatNumber(plan.contactPullQuota)} leads,{' '}
                <span className="font-medium text-ink">{formatCents(plan.pricePerMonthCents)}</span> a month
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
