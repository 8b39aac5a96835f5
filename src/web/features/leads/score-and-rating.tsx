import { Star } from 'lucide-react'
import { scoreBand } from '#contract/leads/score-bands.ts'
import { Badge } from '../../shared/ui/badge.tsx'

/** The score in the color of its band, with the band's name. A short badge has the name for screen readers only. */
export function ScoreBadge({ score, isShort = false }: { score: number; isShort?: boolean }) {
  const band = scoreBand(score)
  const words = `${score} ${band.name.replace(' Lead', '')}`
  return (
    <Badge tone={band.color} className="shrink-0 tabular-nums">
      <span className={isShort ? 'sr-only' : undefined}>{words}</span>
      {isShort && <span aria-hidden="true">{score}</span>}
    </Badge>
  )
}

export function Rating({ rating }: { rating: string }) {
  return (
    <span className="inline-flex items-center gap-1 tabular-nums">
      <Star className="size-3.5 fill-amber-ink text-amber-ink" />
      {Number(rating).toFixed(1)}
      <span className="sr-only">out of 5</span>
    </span>
  )
}
