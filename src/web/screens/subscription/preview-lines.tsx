import type { ReactNode } from 'react'
import type { SubscriptionPreview } from '#contract/billing/billing.ts'
import type { PaymentMethod } from '#contract/billing/cards.ts'
import { plans } from '#contract/plans.ts'
import { withTax } from '../../features/billing/charge-words.ts'
import { formatDayOf, formatDollars, formatNumber } from '../../shared/format.ts'
import { cardName, takenOver } from './subscription-words.ts'

type PreviewLinesProps = { preview: SubscriptionPreview; card: PaymentMethod | undefined }

/** The amounts of a plan change, and when they are charged. */
export function PreviewLines({ preview, card }: PreviewLinesProps) {
  const {
    tier,
    takesEffect,
    contactPullsAdded,
    takesEffectAt,
    tax,
    dueNowCents,
    unusedTimeCreditCents,
    creditCents,
    nextChargeCents,
    nextChargeAt,
    givenPlan,
  } = preview
  const isNow = takesEffect === 'now'
  return (
    <>
      <dl className="divide-y divide-line rounded-lg border border-line bg-surface px-4 text-sm">
        {isNow && unusedTimeCreditCents > 0 && (
          <>
            <Line label={`${plans[tier].name} from today`}>
              {dollars(dueNowCents + creditCents + unusedTimeCreditCents)}
            </Line>
            <Line label="Unused time on your current plan">−{dollars(unusedTimeCreditCents)}</Line>
          </>
        )}
        {isNow && creditCents > 0 && <Line label="Your credit">−{dollars(creditCents)}</Line>}
        {isNow && (
          <Line label="Due now" isTotal>
            {withTax(dollars(dueNowCents), tax === 'to all' && dueNowCents > 0)}
          </Line>
        )}
        {!isNow && <Line label="Takes effect">{formatDayOf(takesEffectAt)}</Line>}
        {contactPullsAdded > 0 && <Line label="Leads added now">{formatNumber(contactPullsAdded)}</Line>}
        {nextChargeAt !== null && (
          <Line label={`Then every month, from ${formatDayOf(nextChargeAt)}`}>
            {withTax(dollars(nextChargeCents), tax !== 'to none')}
          </Line>
        )}
        {!isNow && creditCents > 0 && <Line label="Your credit, applied first">−{dollars(creditCents)}</Line>}
      </dl>
      {givenPlan && <p className="text-sm text-ink-2">{takenOver(givenPlan)}</p>}
      {card && !givenPlan && (
        <p className="text-sm text-ink-2">
          {cardName(card)} is charged {isNow && dueNowCents > 0 && 'now and '}every month until you cancel the plan.
        </p>
      )}
    </>
  )
}

const dollars = (cents: number): string => formatDollars(cents / 100)

const Line = ({ label, isTotal = false, children }: { label: string; isTotal?: boolean; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 py-2.5">
    <dt className={isTotal ? 'font-medium' : 'text-ink-2'}>{label}</dt>
    <dd className="shrink-0 font-medium tabular-nums">{children}</dd>
  </div>
)
