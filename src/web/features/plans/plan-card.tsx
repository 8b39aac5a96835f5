import clsx from 'clsx'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OfferedPlan } from '#contract/plans.ts'
import { formatCents, formatDollars, formatNumber } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'

type PlanCardProps = { plan: OfferedPlan; popularLabel: string; children: ReactNode }

/** One plan with its features; `children` is its action. */
export function PlanCard({ plan, popularLabel, children }: PlanCardProps) {
  return (
    <article
      aria-label={`${plan.name} plan`}
      className={clsx(
        // The subgrid aligns the buttons and features of neighboring cards.
        'row-span-3 grid-rows-subgrid gap-y-0 sm:grid rounded-xl border bg-canvas p-6',
        plan.isPopular ? 'border-accent ring-1 ring-accent' : 'border-line',
      )}
    >
      <div>
        <div className="flex h-6 items-center justify-between gap-2">
          <h3 className="font-semibold">{plan.name}</h3>
          {plan.isPopular && <Badge tone="accent">{popularLabel}</Badge>}
        </div>
        <p className="mt-4 flex items-baseline gap-1">
          <span className="text-3xl font-semibold tracking-tight tabular-nums">
            {formatCents(plan.pricePerMonthCents)}
          </span>
          <span className="text-sm text-ink-3">/month</span>
        </p>
        <dl className="mt-5 flex flex-col gap-1.5 text-sm text-ink-2">
          <Quota name="Contact pulls" amount={formatNumber(plan.contactPullQuota)} />
          <Quota name="Searches" amount={formatNumber(plan.searchQuota)} />
          {plan.costPerLead !== undefined && <Quota name="Cost per lead" amount={formatDollars(plan.costPerLead)} />}
        </dl>
      </div>
      <div className="mt-6">{children}</div>
      {/* On phones, `PlanComparison` shows the features instead, because four lists would fill several screens. */}
      <ul className="mt-6 flex flex-col gap-2.5 border-t border-line pt-5 text-sm max-sm:hidden">
        {plan.features.map(({ name, included }) => (
          <li key={name} className={clsx('flex gap-2.5', included ? 'text-ink' : 'text-ink-3')}>
            {included ? (
              <Check className="mt-0.5 size-4 shrink-0 text-accent-ink" />
            ) : (
              <Minus className="mt-0.5 size-4 shrink-0" />
            )}
            <span>
              {!included && <span className="sr-only">Not included: </span>}
              {name}
            </span>
          </li>
        ))}
      </ul>
    </article>
  )
}

const Quota = ({ name, amount }: { name: string; amount: string }) => (
  <div className="flex justify-between gap-3">
    <dt>{name}</dt>
    <dd className="font-medium text-ink tabular-nums">{amount}</dd>
  </div>
)
