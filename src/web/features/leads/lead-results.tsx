import { type ReactNode, useMemo } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { useAfterPaint } from '../../shared/after-paint.ts'
import { lazyPart } from '../../shared/api/lazy-part.tsx'
import { count } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'
import { LeadDetails } from './lead-details.tsx'
import { NoLeads } from './lead-list-states.tsx'
import { filterLeads, sortByName, sortLeads } from './lead-list.rules.ts'
import { LeadList } from './lead-list.tsx'
import type { MapSearch } from './lead-map.tsx'
import { setSort, setText, useListOptions } from './list-options.tsx'
import { ResultsToolbar } from './results-toolbar.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { WithSelection } from './selection.tsx'

const LeadMap = lazyPart(() => import('./lead-map.tsx'), {
  waiting: <Skeleton className="h-80 w-full lg:h-[clamp(22rem,calc(100dvh-22rem),44rem)]" />,
})

type LeadResultsProps = {
  leads: readonly Lead[]
  /** The number of loaded leads. Fewer may be in `leads`. */
  loaded?: number
  searchId: number
  more: ReactNode
  /** Replaces the list if `leads` is empty. The selection and the typed text are kept. */
  noMatch?: ReactNode
  map: MapSearch
}

/** Shows loaded leads of a search with a filter, sorting, a grid or table, selection, export, and details. */
export function LeadResults({ leads, loaded = leads.length, searchId, more, noMatch, map }: LeadResultsProps) {
  const { view, sort, text } = useListOptions()
  // The controls update immediately. The list follows after the next paint.
  const shownSort = useAfterPaint(sort)
  const shownView = useAfterPaint(view)
  const shownText = useAfterPaint(text)
  const order = useMemo(() => ({ sort: shownSort, onSort: setSort }), [shownSort])
  const named = useMemo(() => sortByName(leads), [leads])
  const sorted = useMemo(() => sortLeads(leads, named, shownSort), [leads, named, shownSort])
  const shown = useMemo(() => filterLeads(sorted, shownText), [sorted, shownText])
  const shownIds = useMemo(() => shown.map(({ id }) => id), [shown])

  if (leads.length === 0 && !noMatch) return <NoLeads />
  return (
    <WithSelection>
      <div className="flex flex-col gap-3 max-sm:gap-1.5">
        <ResultsToolbar searchId={searchId} shownIds={shownIds} isFiltered={shownIds.length < loaded} />
        <output className="sr-only">{shownText !== '' && `${count(shown.length, 'lead')} shown`}</output>
        <SelectionBar shownIds={shownIds} searchId={searchId} />
        {leads.length === 0 ? (
          noMatch
        ) : shown.length === 0 ? (
          <EmptyState title="No loaded leads match this filter">
            {count(leads.length, 'lead is', 'leads are')} loaded.{' '}
            <Button variant="link" size="inline" onClick={() => setText('')}>
              Clear the filter
            </Button>
          </EmptyState>
        ) : shownView === 'map' ? (
          <LeadMap leads={shown} map={map} />
        ) : (
          <LeadList view={shownView} leads={shown} loaded={loaded} order={order} />
        )}
        {more}
        <LeadDetails leads={shown} />
      </div>
    </WithSelection>
  )
}
