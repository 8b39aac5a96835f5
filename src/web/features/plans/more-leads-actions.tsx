import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { lazyDialog } from '../../shared/api/lazy-part.tsx'
import { paths } from '../../shared/paths.ts'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { PageLink } from '../../shared/ui/links.tsx'
import { openPurchase } from '../billing/billing-dialogs.store.ts'

const UpgradeDialog = lazyDialog(() => import('./upgrade-dialog.tsx'))

export function MoreLeadsActions() {
  const [path] = useLocation()
  const [isUpgrading, setUpgrading] = useState(false)
  return (
    <>
      {path === paths.leads ? (
        <Button variant="primary" size="sm" onClick={() => setUpgrading(true)}>
          Upgrade Plan
        </Button>
      ) : (
        <PlansLink className={buttonClass({ variant: 'primary', size: 'sm' })}>Upgrade Plan</PlansLink>
      )}
      <Button size="sm" onClick={openPurchase}>
        Buy More Leads
      </Button>
      {isUpgrading && <UpgradeDialog onClose={() => setUpgrading(false)} />}
    </>
  )
}

/** A link to the plans, which also works on the page that contains them. */
export function PlansLink({ className, children }: { className: string; children: ReactNode }) {
  const [path] = useLocation()
  return (
    <PageLink href={path === paths.subscription ? '#plans' : paths.subscription} className={className}>
      {children}
    </PageLink>
  )
}
