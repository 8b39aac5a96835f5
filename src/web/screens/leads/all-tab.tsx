import { useMemo, useState } from 'react'
import { type LeadOrder, leadOrders } from '#contract/leads/leads.ts'
import { LeadsLoading, NoLeads } from '../../features/leads/lead-list-states.tsx'
import { WithSelection } from '../../features/leads/selection.tsx'
import { SampleBadge } from '../../features/searches/data-notices.tsx'
import { setAddressValue, useAddressValue } from '../../shared/address.ts'
import { LoadError, ReadContent } from '../../shared/api/query-content.tsx'
import { count } from '../../shared/format.ts'
import { AllLeadsList } from './all-leads-list.tsx'
import { AllLeadsToolbar } from './all-leads-toolbar.tsx'
import { EmptyLeadList, NoMatch, NoSearches } from './empty-lists.tsx'
import { FilterButton, FilterPanel } from './filter-panel.tsx'
import { allLeadsFailure, useFirstPage, scopeOf, useLeadSummary, wholeOf, searchesRead } from './leads.queries.ts'
import { SummaryCards } from './summary-cards.tsx'
import { clearFilter, useLeadFilter } from './use-lead-filter.ts'

type AllTabProps = { listId?: number }

/** The selection survives while no list is shown: nothing matches, or loading failed. */
export const AllTab = (props: AllTabProps) => (
  <WithSelection>
    <AllLeads {...props} />
  </WithSelection>
)

/** All leads of the user, each business once, or those in a list. The server filters, sorts, and pages them. */
function AllLeads({ listId }: AllTabProps) {
  const { filter, isOpen, toggle } = useLeadFilter()
  const text = useAddressValue('q')
  const orderName = useAddressValue('order')
  const order: LeadOrder = leadOrders.find(name => name === orderName) ?? 'name'
  const [timesCleared, setTimesCleared] = useState(0)
  const summary = useLeadSummary(listId)
  const asked = { filter, text: text.trim().slice(0, 100), order, listId }
  const first = useFirstPage(asked)
  const { total, asked: answered } = first.data ?? {}
  const whole = useMemo(() => wholeOf(answered, total), [answered, total])
  const clearAll = () => {
    clearFilter()
    setAddressValue('q', '')
    setTimesCleared(times => times + 1)
  }
  const retry = () => void Promise.all([summary.refetch(), first.refetch()])
  if (!summary.data && summary.error)
    return <LoadError error={summary.error} failure={allLeadsFailure} onRetry={retry} />
  const isEmpty = summary.data?.total === 0
  if (isEmpty && listId === undefined) return <NothingYet />
  return (
    <div className="grid grid-cols-1 gap-3">
      {isEmpty ? <EmptyLeadList /> : <SummaryCards counts={summary.data} />}
      <div className="flex flex-col gap-3">
        {!isEmpty && (
          <>
            <AllLeadsToolbar
              key={timesCleared}
              text={text}
              order={order}
              filterButton={<FilterButton filter={filter} isOpen={isOpen} onToggle={toggle} />}
              listId={listId}
              whole={whole}
              hasLeads={(total ?? 0) > 0}
            />
            {isOpen && <FilterPanel filter={filter} scope={scopeOf(asked)} states={summary.data?.states ?? []} />}
            <div className="flex flex-wrap items-center gap-2">
              <output className="text-sm text-ink-3 tabular-nums">
                {total === undefined ? '\u00A0' : `${count(total, 'lead')} found`}
              </output>
              <SampleBadge leads={first.data?.items ?? []} />
            </div>
          </>
        )}
        {!first.data && first.error && <LoadError error={first.error} failure={allLeadsFailure} onRetry={retry} />}
        {!first.data && !first.error && !isEmpty && <LeadsLoading />}
        {total === 0 && !isEmpty && (
          <NoMatch
            onClear={clearAll}
          >{`Change the filter, or clear it to see all leads${listId === undefined ? '' : ' in this list'}.`}</NoMatch>
        )}
        {/* Also without leads: a change that leaves none can be undone. */}
        {first.data && <AllLeadsList first={first.data} whole={whole} isWaiting={first.isPlaceholderData} />}
      </div>
    </div>
  )
}

/** The user has no leads: either no search was run, or none was found. */
const NothingYet = () => (
  <ReadContent read={searchesRead} waiting={<LeadsLoading />}>
    {searches => (searches.length === 0 ? <NoSearches /> : <NoLeads />)}
  </ReadContent>
)
