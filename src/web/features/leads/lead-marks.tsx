import type { Lead } from '#contract/leads.ts'
import { formatDate } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'

/** Badges for what is special about a lead. */
export const LeadMarks = ({ lead }: { lead: Lead }) => (
  <>
    {lead.isSample && <Badge tone="amber">Sample</Badge>}
    {lead.brand !== null && (
      <Badge tone="blue" className="min-w-16" title={`Chain: ${lead.brand}`}>
        <span className="truncate">Chain: {lead.brand}</span>
      </Badge>
    )}
  </>
)

/** The same in words, and what has no badge, for the details. */
export const specialFacts = (lead: Lead): { name: string; value: string }[] => [
  ...(lead.brand === null ? [] : [{ name: 'Chain', value: lead.brand }]),
  ...(lead.firstSeenOn === null ? [] : [{ name: 'First seen', value: formatDate(lead.firstSeenOn) }]),
]
