import type { Lead } from '#contract/leads.ts'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { type Ticks, useIsTicked } from './ticks.ts'

export function TickBox({ lead, ticks }: { lead: Lead; ticks: Ticks }) {
  const isTicked = useIsTicked(ticks, lead.id)
  return (
    <Checkbox
      label={`Select ${lead.businessName}`}
      isLabelHidden
      checked={isTicked}
      onChange={() => ticks.toggle(lead.id)}
    />
  )
}
