import { useEffect, useMemo, useRef, useState } from 'react'
import type { Lead } from '#contract/leads.ts'
import type { ListPage } from '#contract/lists.ts'
import { LeadDetails } from '../../shared/leads/lead-details.tsx'
import { LeadGrid } from '../../shared/leads/lead-grid.tsx'
import { LeadTable } from '../../shared/leads/lead-table.tsx'
import { SelectionBar } from '../../shared/leads/selection-bar.tsx'
import { useExport } from '../../shared/leads/use-export.ts'
import { useListOptions } from '../../shared/leads/use-list-options.ts'
import { useTicks } from '../../shared/leads/use-ticks.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { useAllLeads } from './leads.queries.ts'

type AllLeadsListProps = { query: ReturnType<typeof useAllLeads>; pages: ListPage<Lead>[] }

/** The pages loaded so far as one list, of which only the rows near the window are drawn. */
export function AllLeadsList({ query, pages }: AllLeadsListProps) {
  const leads = useMemo(() => pages.flatMap(({ items }) => items), [pages])
  const [detailed, setDetailed] = useState<Lead>()
  const { ticked, toggle, setAll } = useTicks()
  const { view } = useListOptions()
  const selectedExport = useExport()
  const loadMore = () => void query.fetchNextPage({ cancelRefetch: false })
  const isWaiting = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError
  const end = useNearEnd(isWaiting, loadMore)
  const List = view === 'table' ? LeadTable : LeadGrid
  return (
    <div className="flex flex-col gap-3" aria-busy={query.isPlaceholderData || undefined}>
      <SelectionBar
        shown={leads}
        ticked={ticked}
        onTickAll={isTicked => setAll(leads, isTicked)}
        isExporting={selectedExport.isPending}
        onExport={() => selectedExport.mutate({ leadIds: [...ticked] })}
      />
      <List leads={leads} ticked={ticked} onTick={toggle} onDetails={setDetailed} />
      {query.hasNextPage && (
        <div ref={end} className="flex justify-center">
          <Button isLoading={query.isFetchingNextPage} onClick={loadMore}>
            {query.isFetchingNextPage ? 'Loading more...' : 'Load More Results'}
          </Button>
        </div>
      )}
      <LeadDetails lead={detailed} onClose={() => setDetailed(undefined)} />
    </div>
  )
}

/** Calls as soon as the end of the list comes within a screen or two of the window. */
function useNearEnd(isWaiting: boolean, onNear: () => void) {
  const end = useRef<HTMLDivElement>(null)
  const near = useRef(onNear)
  useEffect(() => {
    near.current = onNear
  })
  useEffect(() => {
    if (!isWaiting || !end.current) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near.current(), {
      rootMargin: '1200px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWaiting])
  return end
}
