import { openPurchase } from '../billing/billing-dialogs.store.ts'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { PlansLink } from './plans-link.tsx'

type PlanWaysProps = {
  /** What Upgrade Plan opens; without it, it leads to the plans. */
  onUpgrade?: (() => void) | undefined
}

/** The two ways to more leads. */
export const PlanWays = ({ onUpgrade }: PlanWaysProps) => (
  <>
    {onUpgrade ? (
      <Button variant="primary" size="sm" onClick={onUpgrade}>
        Upgrade Plan
      </Button>
    ) : (
      <PlansLink className={buttonClass({ variant: 'primary', size: 'sm' })}>Upgrade Plan</PlansLink>
    )}
    <Button size="sm" onClick={openPurchase}>
      Buy More Leads
    </Button>
  </>
)
