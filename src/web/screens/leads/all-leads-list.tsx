import { useEffect, useEffectEvent, useRef } from 'react'
import { LeadDetails } from '../../features/leads/lead-details.tsx'
import { LeadList } from '../../features/leads/lead-list.tsx'
import { useListOptions } from '../../features/leads/list-options.tsx'
import { SelectionBar } from '../../features/leads/selection-bar.tsx'
import type { WholeList } from '../../features/leads/selection.tsx'
import { useAfterPaint } from '../../shared/after-paint.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { LeadPage } from './leads.queries.ts'
import { useLeadPages } from './use-lead-pages.ts'

type AllLeadsListProps = { first: LeadPage; whole: WholeList | undefined; isWaiting: boolean }

/** The loaded pages as one list. Only the rows near the viewport are rendered. */
export function AllLeadsList({ first, whole, isWaiting }: AllLeadsListProps) {
  const pages = useLeadPages(first)
  const { view: chosen } = useListOptions()
  const view = useAfterPaint(chosen === 'table' ? 'table' : 'grid')
  const end = useNearEnd(pages.hasMore && !pages.isLoadingMore && !pages.hasFailed && !isWaiting, pages.loadMore)
  return (
    <div className="flex flex-col gap-3" aria-busy={isWaiting || undefined}>
      <SelectionBar shownIds={pages.ids} searchId={undefined} whole={whole} listId={first.asked.listId} />
      <LeadList view={view} leads={pages.leads} onRange={pages.onRange} />
      {pages.hasMore && (
        <div ref={end} className="flex justify-center print:hidden">
          <Button isLoading={pages.isLoadingMore} onClick={pages.loadMore}>
            {pages.isLoadingMore ? 'Loading more...' : 'Load More Results'}
          </Button>
        </div>
      )}
      <LeadDetails leads={pages.leads} />
    </div>
  )
}

/** Calls `onNear` when the end of the list comes within about a screen of the viewport. */
function useNearEnd(isEnabled: boolean, onNear: () => void) {
  const end = useRef<HTMLDivElement>(null)
  const onNearNow = useEffectEvent(onNear)
  useEffect(() => {
    if (!isEnabled || !end.current) return undefined
    // A busy page receives several entries together; the last one is the current state.
    const observer = new IntersectionObserver(moves => moves.at(-1)?.isIntersecting && onNearNow(), {
      rootMargin: '1200px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isEnabled])
  return end
}
