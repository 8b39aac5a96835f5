import { useMemo } from 'react'
import { type Lead, leadQuality } from '#contract/leads/leads.ts'
import { ResultsLoading } from '../../features/leads/lead-list-states.tsx'
import { LeadResults } from '../../features/leads/lead-results.tsx'
import { CoverageChip, SampleBadge, SampleNotice } from '../../features/searches/data-notices.tsx'
import { leadsFailure, outlinesOf, useLoadedSearch } from '../../features/searches/loaded-search.queries.ts'
import { MoreLeads } from '../../features/searches/more-leads.tsx'
import { SearchSources } from '../../features/searches/search-sources.tsx'
import { UnderstoodSearch } from '../../features/searches/understood-search.tsx'
import { LoadError } from '../../shared/api/query-content.tsx'
import { count, formatNumber } from '../../shared/format.ts'
import { NoMatch } from './empty-lists.tsx'
import { FilterButton, FilterPanel } from './filter-panel.tsx'
import { matchesFilter } from './lead-filter.rules.ts'
import { SummaryCards } from './summary-cards.tsx'
import { clearFilter, useLeadFilter } from './use-lead-filter.ts'

const none: Lead[] = []

export function SearchLeads({ searchId }: { searchId: number }) {
  const loaded = useLoadedSearch(searchId)
  const { data } = loaded
  const { filter, isOpen, toggle } = useLeadFilter()
  const leads = data?.leads ?? none
  const shown = useMemo(() => leads.filter(lead => matchesFilter(lead, filter)), [leads, filter])
  const failure = data ? null : loaded.error
  if (failure) return <LoadError error={failure} failure={leadsFailure} onRetry={() => void loaded.refetch()} />
  return (
    <>
      <SummaryCards counts={data && countQualities(leads)} />
      <div className="flex flex-wrap items-center gap-2 max-sm:min-h-11">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 max-sm:basis-full">
          <output className="text-sm text-ink-3 tabular-nums">
            {data && count(leads.length, 'lead')}
            {shown.length < leads.length && `, ${formatNumber(shown.length)} shown`}
          </output>
          <SampleBadge leads={leads} />
          {data && <CoverageChip notes={data.notes} />}
          {data?.notes && <UnderstoodSearch search={data.search} notes={data.notes} />}
        </div>
        <div className="print:hidden">
          <FilterButton filter={filter} isOpen={isOpen} onToggle={toggle} />
        </div>
      </div>
      {isOpen && <FilterPanel filter={filter} scope={{ searchId }} states={statesOf(leads)} />}
      {data ? (
        <>
          <LeadResults
            leads={shown}
            loaded={leads.length}
            searchId={searchId}
            map={{ outlines: outlinesOf(data.search) }}
            more={<MoreLeads loaded={data} />}
            noMatch={
              leads.length > 0 && (
                <NoMatch
                  onClear={clearFilter}
                >{`${count(leads.length, 'lead is', 'leads are')} loaded so far.`}</NoMatch>
              )
            }
          />
          <div data-below-leads className="empty:hidden">
            <SampleNotice leads={leads} notes={data.notes} />
          </div>
          {data.notes && <SearchSources searchId={searchId} sources={data.notes.sources} />}
        </>
      ) : (
        <ResultsLoading />
      )}
    </>
  )
}

function countQualities(leads: readonly Lead[]) {
  const counts = { total: leads.length, high: 0, medium: 0, low: 0 }
  for (const { qualityScore } of leads) counts[leadQuality(qualityScore)] += 1
  return counts
}

const statesOf = (leads: readonly Lead[]): string[] =>
  [...new Set(leads.flatMap(({ state }) => state ?? []))].toSorted()
