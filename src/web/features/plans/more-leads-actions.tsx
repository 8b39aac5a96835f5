import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { PageLink } from '../../shared/ui/links.tsx'
import { openPurchase } from '../billing/billing-dialogs.store.ts'

type PlanWaysProps = {
  /** Called by Upgrade Plan. Without it, the button is a link to the plans. */
  onUpgrade?: (() => void) | undefined
}

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

/** A link to the plans, which also works on the page that contains them. */
export function PlansLink({ className, children }: { className: string; children: ReactNode }) {
  const [path] = useLocation()
  return (
    <PageLink href={path === paths.subscription ? '#plans' : paths.subscription} className={className}>
      {children}
    </PageLink>
  )
}
