import type { PlaceReleases } from '#contract/places/place-loads.ts'
import { QuerySection } from '../../shared/api/query-content.tsx'
import { formatDayOf } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { releasesRead, useDecideRelease } from './admin-places.queries.ts'

type Decision = PlaceReleases['decisions'][number]

/** The newest release, and those that wait for an administrator. */
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

const words: Record<Decision['state'], { label: string; tone: 'accent' | 'danger' | 'green' }> = {
  waiting: { label: 'Waiting', tone: 'accent' },
  stopped: { label: 'Stopped', tone: 'danger' },
  approved: { label: 'Approved', tone: 'green' },
}

function ReleaseCard({ decision: { release, state, reason } }: { decision: Decision }) {
  const decide = useDecideRelease()
  return (
    <Card className="p-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 font-medium wrap-anywhere">{release}</h3>
        <Badge tone={words[state].tone}>{words[state].label}</Badge>
      </div>
      <p className="mt-1 text-sm wrap-anywhere text-ink-2">{reason}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {state !== 'approved' && (
          <Button
            aria-label={`Load release ${release}`}
            disabled={decide.isPending}
            isLoading={decide.isPending && decide.variables.state === 'approved'}
            onClick={() => decide.mutate({ release, state: 'approved' })}
          >
            Load
          </Button>
        )}
        {state !== 'stopped' && (
          <Button
            aria-label={`Stop release ${release}`}
            disabled={decide.isPending}
            isLoading={decide.isPending && decide.variables.state === 'stopped'}
            onClick={() => decide.mutate({ release, state: 'stopped' })}
          >
            Stop
          </Button>
        )}
      </div>
    </Card>
  )
}
