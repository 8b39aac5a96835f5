import type { Subscription } from '#contract/billing.ts'
import { paidTiers, plans } from '#contract/plans.ts'
import { chargeWords } from '../../features/billing/charge-words.ts'
import { formatDayOf } from '../../shared/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useChangePlan } from './subscription.queries.ts'

type ScheduledChangeProps = { subscription: Subscription; change: NonNullable<Subscription['scheduledChange']> }

/** A downgrade that waits for the end of the period, with its cost. Until then it can be canceled. */
export function ScheduledChange({ subscription: { tier, nextCharge, endsAt }, change }: ScheduledChangeProps) {
  const keep = useChangePlan()
  const next = plans[change.tier]
  const present = paidTiers.find(paid => paid === tier)
  return (
    <Alert
      title={`Changes to ${next.name} on ${formatDayOf(change.at)}${nextCharge ? `: ${chargeWords(nextCharge)}` : ''}`}
      actions={
        present && (
          <Button
            size="sm"
            isLoading={keep.isPending}
            onClick={() => keep.mutate({ tier: present, takesEffect: 'period_end', prorationDate: null })}
          >
            {keep.isPending ? 'Processing...' : `Keep ${plans[tier].name}`}
          </Button>
        )
      }
    >
      You keep {plans[tier].name} until then.{endsAt === null ? '' : ` The plan ends on ${formatDayOf(endsAt)}.`}
    </Alert>
  )
}
