import type { Lead } from '#contract/leads.ts'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { type LeadSelection, useIsSelected } from './selection.ts'

export function LeadCheckbox({ lead, selection }: { lead: Lead; selection: LeadSelection }) {
  const isSelected = useIsSelected(selection, lead.id)
  return (
    <Checkbox
      label={`Select ${lead.businessName}`}
      isLabelHidden
      checked={isSelected}
      onChange={() => selection.toggle(lead.id)}
    />
  )
}
