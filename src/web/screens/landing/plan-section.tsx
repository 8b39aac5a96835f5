import { Link } from 'wouter'
import { offeredPlans, type OfferedPlan } from '#contract/plans.ts'
import { PlanAction } from '../../features/plans/plan-action.tsx'
import { PlanCard } from '../../features/plans/plan-card.tsx'
import { PlanComparison } from '../../features/plans/plan-comparison.tsx'
import { paths } from '../../shared/paths.ts'
import { useSession } from '../../shared/session/session.queries.ts'
import { buttonClass } from '../../shared/ui/button.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { useIsHydrated } from '../../shared/use-is-hydrated.ts'

export function PlanSection() {
  const session = useSession()
  const isKnown = useIsHydrated() && !session.isPending
  const user = isKnown ? session.data : null
  return (
    <section id="pricing" aria-labelledby="plans" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-reading px-4 py-20 sm:px-6 lg:py-28">
        <h2 id="plans" className="scroll-mt-24 text-3xl font-semibold tracking-tight">
          Choose Your Plan
        </h2>
        <p className="mt-3 max-w-xl text-ink-2">Billed monthly. Change or cancel anytime.</p>
        <div
          data-session={isKnown ? undefined : 'pending'}
          className="mt-12 grid gap-4 sm:grid-cols-2 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none"
        >
          {offeredPlans.map(plan => (
            <PlanCard key={plan.tier} plan={plan} popularLabel="Popular">
              {user ? (
                <PlanAction plan={plan} ownTier={user.subscriptionTier}>
                  <Choice plan={plan} href={paths.subscriptionTo(plan.tier)} />
                </PlanAction>
              ) : (
                <Choice plan={plan} href={paths.registerFor(plan.tier)} />
              )}
            </PlanCard>
          ))}
        </div>
        <PlanComparison />
        <p className="mt-8 text-sm text-ink-2">
          Need more than that? <TextLink href={paths.contact}>Contact us about a custom plan</TextLink>.
        </p>
      </div>
    </section>
  )
}

const Choice = ({ plan, href }: { plan: OfferedPlan; href: string }) => (
  <Link href={href} className={buttonClass({ variant: plan.isPopular ? 'primary' : 'secondary', className: 'w-full' })}>
    {plan.tier === 'free' ? 'Sign up free' : `Upgrade to ${plan.name}`}
  </Link>
)
