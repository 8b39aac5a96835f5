import type { Subscription } from '#contract/billing.ts'
import { plans, type Tier } from '#contract/plans.ts'
import { formatCents, formatDayOf } from '../../shared/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useChangePlan } from './subscription.queries.ts'

type ScheduledChangeProps = { tier: Tier; change: NonNullable<Subscription['scheduledChange']> }

/** A smaller plan waits for the period's end; until then it can be taken back. */
export function ScheduledChange({ tier, change }: ScheduledChangeProps) {
  const keep = useChangePlan()
  const next = plans[change.tier]
  return (
    <Alert
      title={`Changes to ${next.name} on ${formatDayOf(change.at)}`}
      actions={
        <Button
          size="sm"
          isLoading={keep.isPending}
          onClick={() => keep.mutate({ tier, takesEffect: 'period_end', prorationDate: null })}
        >
          {keep.isPending ? 'Processing...' : `Keep ${plans[tier].name}`}
        </Button>
      }
    >
      From then on it costs {formatCents(next.pricePerMonthCents)} a month.
    </Alert>
  )
}
