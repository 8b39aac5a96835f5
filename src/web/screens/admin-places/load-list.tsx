import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { PlaceLoad } from '#contract/places/place-loads.ts'
import { QuerySection } from '../../shared/api/query-content.tsx'
import { Badge } from '../../shared/ui/badge.tsx'
import { CardList, DecisionCard } from '../../shared/ui/decision-card.tsx'
import { ProgressBar } from '../../shared/ui/progress-bar.tsx'
import { isUnderWay, loadsRead, sourcesRead } from './admin-places.queries.ts'

export function LoadList() {
  const { data: loads } = useQuery(loadsRead)
  const client = useQueryClient()
  const ended = loads?.filter(load => !isUnderWay(load)).length
  const endedBefore = useRef(ended)
  useEffect(() => {
    const isNews = endedBefore.current !== undefined && endedBefore.current !== ended
    endedBefore.current = ended
    if (isNews) void client.invalidateQueries({ queryKey: sourcesRead.queryKey })
  }, [client, ended])
  return (
    <QuerySection title="Loads" loading="Loading the list" read={loadsRead}>
      {data => (
        <CardList items={data} empty="Nothing has been loaded from here yet.">
          {load => <Load load={load} />}
        </CardList>
      )}
    </QuerySection>
  )
}

const words: Record<PlaceLoad['state'], { label: string; tone: 'neutral' | 'accent' | 'danger' | 'green' }> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  running: { label: 'Running', tone: 'accent' },
  done: { label: 'Done', tone: 'green' },
  failed: { label: 'Failed', tone: 'danger' },
}

const Load = ({ load }: { load: PlaceLoad }) => (
  <DecisionCard
    title={load.area}
    createdAt={load.createdAt}
    badges={<Badge tone={words[load.state].tone}>{words[load.state].label}</Badge>}
  >
    <p className="mt-1 min-h-5 text-sm wrap-anywhere text-ink-2 tabular-nums">
      {load.progress === '' ? 'Waiting to start' : load.progress}
    </p>
    {isUnderWay(load) && <ProgressBar label={`Progress of ${load.area}`} value={load.fraction} />}
  </DecisionCard>
)
