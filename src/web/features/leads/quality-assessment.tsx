import clsx from 'clsx'
import type { Lead, ScoreLine } from '#contract/leads/leads.ts'
import { scoreBand } from '#contract/leads/score-bands.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { ScoreCard } from './score-card.tsx'

const barClass = {
  green: 'bg-green-ink',
  blue: 'bg-blue-ink',
  amber: 'bg-amber-ink',
  orange: 'bg-orange-ink',
  grey: 'bg-grey-ink',
}

export function QualityAssessment({ lead }: { lead: Lead }) {
  const band = scoreBand(lead.qualityScore)
  return (
    <ScoreCard
      title="Quality Assessment"
      badge={<Badge tone={band.color}>{band.name}</Badge>}
      score={lead.qualityScore}
    >
      <ul className="mt-3 flex flex-col gap-2.5">
        {lead.scoreLines.map(line => (
          <li
            // A score can have several limits.
            key={`${line.code} ${line.detail}`}
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[1fr_7rem_3.5rem]"
          >
            <span className={clsx('min-w-0', line.possible === 0 && 'sm:col-span-2')}>
              {line.label} <span className="text-ink-3">{line.detail}</span>
            </span>
            {line.possible > 0 && (
              <>
                <Bar line={line} className={barClass[band.color]} />
                <span className="text-right text-ink-2 tabular-nums">
                  {line.earned} / {line.possible}
                </span>
              </>
            )}
            {line.earned < 0 && (
              <span className="text-right text-ink-2 tabular-nums sm:col-start-3">−{-line.earned}</span>
            )}
          </li>
        ))}
      </ul>
    </ScoreCard>
  )
}

const Bar = ({ line, className }: { line: ScoreLine; className: string }) => (
  <span aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-sunken max-sm:hidden">
    <span
      className={`block h-full rounded-full ${className}`}
      style={{ width: `${Math.min(100, (100 * line.earned) / line.possible)}%` }}
    />
  </span>
)
