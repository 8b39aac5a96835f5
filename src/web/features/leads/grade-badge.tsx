import type { Lead } from '#contract/leads/leads.ts'
import type { SiteGrade } from '#contract/leads/site-lines.ts'
import { Badge } from '../../shared/ui/badge.tsx'

export const gradeTones = { A: 'green', B: 'blue', C: 'amber', D: 'orange', F: 'orange' } as const satisfies Record<
  SiteGrade,
  string
>

export function GradeBadge({ lead: { site } }: { lead: Lead }) {
  if (site?.grade == null) return null
  return (
    <Badge tone={gradeTones[site.grade]} title={`Website: grade ${site.grade}`}>
      <span className="sr-only">Website grade </span>
      {site.grade}
    </Badge>
  )
}
