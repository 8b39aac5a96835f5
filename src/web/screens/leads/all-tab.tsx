import { useState } from 'react'
import { type LeadOrder, leadOrders } from '#contract/leads.ts'
import { LoadError } from '../../shared/api/load-error.tsx'
import { count } from '../../shared/format.ts'
import { LeadsLoading } from '../../shared/leads/leads-loading.tsx'
import { AllLeadsList } from './all-leads-list.tsx'
import { AllLeadsToolbar } from './all-leads-toolbar.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { countFilters } from './lead-filter.rules.ts'
import { allLeadsFailure, useAllLeads, useLeadSummary } from './leads.queries.ts'
import { NoMatch } from './no-match.tsx'
import { NoSearches } from './no-searches.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { useAddressValue } from './use-address-value.ts'
import { useLeadFilter } from './use-lead-filter.ts'

/** Every lead of the user, each phone once: filtered, sorted and cut into pages by the server. */
export function AllTab() {
  const { filter, change, clear } = useLeadFilter()
  const [text, setText] = useAddressValue('q')
  const [orderName, setOrder] = useAddressValue('order')
  const order: LeadOrder = leadOrders.find(name => name === orderName) ?? 'newest'
  const [isFilterOpen, setFilterOpen] = useState(countFilters(filter) > 0)
  const [timesCleared, setTimesCleared] = useState(0)
  const summary = useLeadSummary()
  const leads = useAllLeads({ filter, text: text.trim().slice(0, 100), order })
  const clearAll = () => {
    clear()
    setText('')
    setTimesCleared(times => times + 1)
  }
  const retry = () => void Promise.all([summary.refetch(), leads.refetch()])
  const error = summary.error ?? (leads.data ? null : leads.error)
  if (error) return <LoadError error={error} failure={allLeadsFailure} onRetry={retry} />
  if (summary.data?.total === 0) return <NoSearches />
  const total = leads.data?.pages[0]?.total
  return (
    <div className="flex flex-col gap-5">
      <SummaryCards counts={summary.data} />
      <div className="flex flex-col gap-3">
        <AllLeadsToolbar
          key={timesCleared}
          text={text}
          onText={setText}
          order={order}
          onOrder={value => setOrder(value === 'newest' ? '' : value)}
          isFilterOpen={isFilterOpen}
          activeFilters={countFilters(filter)}
          onFilterToggle={() => setFilterOpen(isOpen => !isOpen)}
        />
        {isFilterOpen && (
          <FilterPanel filter={filter} states={summary.data?.states ?? []} onChange={change} onClear={clear} />
        )}
        <output className="text-sm text-ink-3 tabular-nums">
          {total === undefined ? '\u00A0' : `${count(total, 'lead')} found`}
        </output>
        {!leads.data && <LeadsLoading />}
        {total === 0 && <NoMatch onClear={clearAll}>Change the filter, or clear it to see all of your leads.</NoMatch>}
        {leads.data && total !== 0 && <AllLeadsList query={leads} pages={leads.data.pages} />}
      </div>
    </div>
  )
}
