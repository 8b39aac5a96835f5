import { Link } from 'wouter'
import { openPurchase } from '../billing/billing-dialogs.store.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'

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
      <Link href={paths.subscription} className={buttonClass({ variant: 'primary', size: 'sm' })}>
        Upgrade Plan
      </Link>
    )}
    <Button size="sm" onClick={openPurchase}>
      Buy More Leads
    </Button>
  </>
)
