import type { PlaceReleases } from '#contract/places/place-loads.ts'
import { QuerySection } from '../../shared/api/query-content.tsx'
import { formatDayOf } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Decision, DecisionCard } from '../../shared/ui/decision-card.tsx'
import { releasesRead, useDecideRelease } from './admin-places.queries.ts'

type Decided = PlaceReleases['decisions'][number]

export const Releases = () => (
  <QuerySection title="Releases" loading="Loading the releases" read={releasesRead}>
    {({ mode, newest, lookedAt, decisions }) => (
      <div className="flex flex-col gap-3">
        <p className="text-sm text-pretty text-ink-2">
          {newest !== null && lookedAt !== null && `Release ${newest} was the newest one on ${formatDayOf(lookedAt)}. `}
          {modes[mode]}
        </p>
        {decisions.map(decision => (
          <ReleaseCard key={decision.release} decision={decision} />
        ))}
      </div>
    )}
  </QuerySection>
)

const modes: Record<PlaceReleases['mode'], string> = {
  on: 'Once a day, we look for a newer one and load it for all areas that are loaded.',
  approve: 'Once a day, we look for a newer one. It waits here until you load it.',
  off: 'We do not look for newer ones (PLACES_UPDATE is off).',
}

const words: Record<Decided['state'], { label: string; tone: 'accent' | 'danger' | 'green' }> = {
  waiting: { label: 'Waiting', tone: 'accent' },
  stopped: { label: 'Stopped', tone: 'danger' },
  approved: { label: 'Approved', tone: 'green' },
}

function ReleaseCard({ decision: { release, state, reason } }: { decision: Decided }) {
  const common = { about: `release ${release}`, decide: useDecideRelease(release) }
  return (
    <DecisionCard
      title={release}
      badges={<Badge tone={words[state].tone}>{words[state].label}</Badge>}
      decisions={
        <>
          {state !== 'approved' && <Decision value="approved" label="Load" {...common} />}
          {state !== 'stopped' && <Decision value="stopped" label="Stop" {...common} />}
        </>
      }
    >
      <p className="mt-1 text-sm wrap-anywhere text-ink-2">{reason}</p>
    </DecisionCard>
  )
}
