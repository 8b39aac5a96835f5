import { useLocation } from 'wouter'
import type { User } from '#contract/accounts/account.ts'
import { offeredTiers } from '#contract/plans.ts'
import { formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { openPurchase } from '../billing/billing-dialogs.store.ts'
import { useOwnReports } from '../leads/lead-reports.queries.ts'
import { monthEndDay, monthEndWords } from './plan-state.ts'
import { usageOf } from './usage.rules.ts'

export default function UsageDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { searches } = usageOf(user)
  const { data: reports, isError } = useOwnReports()
  const credited = reports && `${formatNumber(reports.credited)} in 30 days`
  const [, navigate] = useLocation()
  const hasLargestPlan = !offeredTiers.slice(0, -1).some(tier => tier === user.subscriptionTier)
  const leaveFor = (next: () => void) => {
    onClose()
    next()
  }
  const facts = [
    ['Leads this month', `${formatNumber(user.monthlyContactPulls)} left`],
    ['Purchased and credited leads', `${formatNumber(user.purchasedContactPulls)} left`],
    ['Credited for reports', credited ?? (isError ? 'Not loaded' : '…')],
    ['Searches this month', searches === null ? 'Unlimited' : `${formatNumber(searches.left)} left`],
    [monthEndWords(user), monthEndDay(user)],
  ] as const
  return (
    <Dialog
      onClose={onClose}
      title="Your usage"
      footer={
        <>
          <Button size="sm" className="mr-auto" onClick={onClose}>
            Close
          </Button>
          <Button size="sm" variant={hasLargestPlan ? 'primary' : 'secondary'} onClick={() => leaveFor(openPurchase)}>
            Buy More Leads
          </Button>
          {!hasLargestPlan && (
            <Button size="sm" variant="primary" onClick={() => leaveFor(() => navigate(paths.subscription))}>
              Upgrade Plan
            </Button>
          )}
        </>
      }
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-col justify-between">
            <dt className="text-xs text-ink-3">{name}</dt>
            <dd className="mt-0.5 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 text-sm text-pretty text-ink-2">
        A lead counts once, the first time you see it. A search counts if it finds something. If you report a lead that
        is no use, it can be credited. Purchased and credited leads are used after those of the month, never expire, and
        add no searches.
      </p>
    </Dialog>
  )
}
