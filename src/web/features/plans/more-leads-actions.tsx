import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { openPurchase } from '../billing/billing-dialogs.store.ts'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { paths } from '../../shared/paths.ts'

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

/** Links to the plans, also from the page that contains them. */
export function PlansLink({ className, children }: { className: string; children: ReactNode }) {
  const [path] = useLocation()
  if (path === paths.subscription)
    return (
      <a href="#plans" className={className}>
        {children}
      </a>
    )
  return (
    <Link href={paths.subscription} className={className}>
      {children}
    </Link>
  )
}
