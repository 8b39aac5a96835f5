import { scoreBand } from '#contract/leads.ts'
import { Badge } from '../../shared/ui/badge.tsx'

/** The score in the color of its band, with the band's name for screen readers. */
export function ScoreBadge({ score, isNamed = false }: { score: number; isNamed?: boolean }) {
  const band = scoreBand(score)
  return (
    <Badge tone={band.color} title={band.name} className="shrink-0 tabular-nums">
      {score}
      <span className={isNamed ? undefined : 'sr-only'}>{band.name}</span>
    </Badge>
  )
}
