import { openPurchase } from '../billing/billing-dialogs.store.ts'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { PlansLink } from './plans-link.tsx'

type PlanWaysProps = {
  /** Called by Upgrade Plan. Without it, the button is a link to the plans. */
  onUpgrade?: (() => void) | undefined
}

/** The two ways to get more leads. */
export const MoreLeadsActions = ({ onUpgrade }: PlanWaysProps) => (
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
