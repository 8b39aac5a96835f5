import { errorTable } from '#contract/errors.ts'
import { offeredPlans, paidTiers, plans, rankOf, type Tier } from '#contract/plans.ts'
import { usePaymentMethods, useSubscription } from '../../features/billing/billing.queries.ts'
import { PlanAction } from '../../features/plans/plan-action.tsx'
import { PlanCard } from '../../features/plans/plan-card.tsx'
import { PlanComparison } from '../../features/plans/plan-comparison.tsx'
import { setAddressValue, useAddressValue } from '../../shared/address.ts'
import { formatDayOf } from '../../shared/format.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { AddCardDialog } from './lazy-add-card-dialog.ts'
import { useChangePlan } from './subscription.queries.ts'

/** Nothing to do: once the card is saved, the plan's dialog replaces this one. */
const goOnWithPlan = () => {}

const choose = (tier: Tier | undefined) => setAddressValue('plan', tier ?? '')

export function PlanPicker() {
  const { subscriptionTier } = useUser()
  const methods = usePaymentMethods()
  const change = useChangePlan()
  const subscription = useSubscription()
  // A plan below a complimentary one cannot be bought.
  const givenTier = subscription.data?.isGranted === true ? subscriptionTier : subscription.data?.givenPlan?.tier
  const scheduled = subscription.data?.scheduledChange
  /** Why a plan cannot be chosen. */
  const noteOf = (tier: Tier): string | undefined => {
    if (givenTier !== undefined && rankOf(tier) < rankOf(givenTier)) return 'Included in your complimentary plan.'
    return tier === scheduled?.tier ? `You change to ${plans[tier].name} on ${formatDayOf(scheduled.at)}.` : undefined
  }
  // Other pages can link to a plan, and a reload keeps it.
  const named = useAddressValue('plan')
  const chosen = paidTiers.find(tier => tier === named && tier !== subscriptionTier && noteOf(tier) === undefined)

  const changing = change.isPending ? change.variables.tier : undefined
  const leave = () => {
    choose(undefined)
    change.reset()
  }
  // If the cards could not be loaded, the dialog opens anyway; the server refuses a plan without a card.
  const needsCard = methods.data?.length === 0
  const isKnown = !methods.isPending && !subscription.isPending
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="scroll-mt-20 text-xl font-semibold tracking-tight">
        Choose Your Plan
      </h2>
      <p className="mt-1 text-sm text-ink-2">Billed monthly. Change or cancel anytime.</p>
      <div className="mt-4 grid gap-4 sm:grid-cols-2 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
        {offeredPlans.map(plan => (
          <PlanCard key={plan.tier} plan={plan} popularLabel="Most Popular">
            <PlanAction plan={plan} ownTier={subscriptionTier} subscription={subscription.data}>
              <Button
                className="w-full"
                variant={plan.isPopular ? 'primary' : 'secondary'}
                isLoading={changing === plan.tier}
                disabled={changing !== undefined || noteOf(plan.tier) !== undefined}
                onClick={() => choose(plan.tier)}
              >
                {changing === plan.tier ? 'Processing...' : `Upgrade to ${plan.name}`}
              </Button>
              {noteOf(plan.tier) && <p className="mt-2 text-xs text-ink-3">{noteOf(plan.tier)}</p>}
            </PlanAction>
          </PlanCard>
        ))}
      </div>
      <PlanComparison />
      {chosen && isKnown && needsCard && (
        <AddCardDialog reason={errorTable.PAYMENT_METHOD_REQUIRED.message} onClose={leave} onSaved={goOnWithPlan} />
      )}
      {chosen && isKnown && !needsCard && (
        <ChangePlanDialog tier={chosen} cards={methods.data ?? []} change={change} onClose={leave} />
      )}
    </section>
  )
}
