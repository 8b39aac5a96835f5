import { scoreBand } from '#contract/leads.ts'
import { Badge } from '../../shared/ui/badge.tsx'

/** The score in the colour of its band; the band's name for who does not see colours. */
export function ScoreBadge({ score, isNamed = false }: { score: number; isNamed?: boolean }) {
  const band = scoreBand(score)
  return (
    <Badge tone={band.colour} title={band.name} className="shrink-0 tabular-nums">
      {score}
      <span className={isNamed ? undefined : 'sr-only'}>{band.name}</span>
    </Badge>
  )
}
