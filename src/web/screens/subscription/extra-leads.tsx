import { leadPackage } from '#contract/plans.ts'
import { openPurchase } from '../../features/billing/billing-dialogs.store.ts'
import { formatDollars, formatNumber } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Section } from './section.tsx'

export const ExtraLeads = () => (
  <Section title="Extra leads" actions={<Button onClick={openPurchase}>Buy More Leads</Button>}>
    <p className="max-w-prose text-sm text-ink-2">
      {formatNumber(leadPackage.leads)} leads for {formatDollars(leadPackage.priceCents / 100)}, on top of any plan.
      Added immediately and usable any time: they are used after your monthly quota and never expire.
    </p>
  </Section>
)
