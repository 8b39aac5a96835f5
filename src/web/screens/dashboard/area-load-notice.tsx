import { useQuery } from '@tanstack/react-query'
import { Check, Download, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { AreaLoad, FollowedLoad } from '#contract/area-load.ts'
import { getAreaLoad, retryAreaLoad } from '#contract/places/place-loads.ts'
import { Notice } from '../../features/searches/notice.tsx'
import { call } from '../../shared/api/call.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { Button } from '../../shared/ui/button.tsx'
import { ProgressBar } from '../../shared/ui/progress-bar.tsx'

const ASK_EVERY_MS = 1000

/** What the search shows meanwhile. */
type Seen = 'samples' | 'part' | 'nothing'
type AreaLoadNoticeProps = {
  load: AreaLoad
  seen: Seen
  /** The search on screen already has the places in the middle of the area. */
  hasMiddle: boolean
  onRepeat: () => void
}

/**
 * The progress of the load that a search has started. The search runs again when the middle of the area is loaded. If
 * it still shows no real places, it runs once more when the whole area is loaded. If it shows some, the user decides,
 * because other leads may then come first, and they cost pulls.
 */
export default function AreaLoadNotice({ load, seen, hasMiddle, onRepeat }: AreaLoadNoticeProps) {
  const queryKey = ['area-load', load.id]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getAreaLoad, { params: { id: load.id }, signal }),
    initialData: { ...load, isSearchable: hasMiddle } satisfies FollowedLoad,
    refetchInterval: ({ state }) => (isUnderWay(state.data ?? load) ? ASK_EVERY_MS : false),
  })
  const retry = useMutation({
    mutationFn: () => call(retryAreaLoad, { params: { id: load.id } }),
    onSuccess: (restarted, _input, client) => client.setQueryData(queryKey, restarted),
    failure: 'The load could not be started',
  })
  const isRepeated = useRef(false)
  const isDone = data.state === 'done'
  const isToRepeat = seen !== 'part' && (isDone || (data.isSearchable && !hasMiddle))
  useEffect(() => {
    if (!isToRepeat || isRepeated.current) return
    isRepeated.current = true
    onRepeat()
  }, [isToRepeat, onRepeat])
  if (isToRepeat && isDone) return null
  if (isDone)
    return (
      <Notice
        tone="accent"
        Icon={Check}
        title="All businesses in this area are loaded"
        action={
          <Button size="sm" onClick={onRepeat}>
            Search again
          </Button>
        }
      >
        <output>You see the part that was loaded before. Searching again costs no search, only new leads.</output>
      </Notice>
    )
  if (data.state === 'failed')
    return (
      <Notice
        tone="amber"
        Icon={TriangleAlert}
        title="The businesses in this area did not load"
        action={
          <Button size="sm" isLoading={retry.isPending} onClick={() => retry.mutate()}>
            Try again
          </Button>
        }
      >
        <output>{`${data.progress} ${meanwhile[seen]}`.trim()}</output>
      </Notice>
    )
  return (
    <Notice tone="accent" Icon={Download} title="Loading the businesses in this area">
      <span className="tabular-nums">{progressOf(data)}</span> {until[seen]}
      <ProgressBar label={`Loading ${data.area}`} value={data.fraction} />
    </Notice>
  )
}

const meanwhile: Record<Seen, string> = {
  samples: 'You see sample data instead.',
  part: 'You see the part that is loaded.',
  nothing: '',
}
const until: Record<Seen, string> = {
  samples: 'Until then, you see sample data.',
  part: 'Until then, you see the part that is loaded.',
  nothing: 'Your search then runs by itself.',
}

const isUnderWay = ({ state }: AreaLoad): boolean => state === 'waiting' || state === 'running'

function progressOf({ progress, secondsLeft }: AreaLoad): string {
  const doing = progress === '' ? 'Starting' : progress
  return secondsLeft === null ? `${doing}.` : `${doing}, about ${secondsLeft} seconds left.`
}
