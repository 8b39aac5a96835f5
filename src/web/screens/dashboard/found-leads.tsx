import type { ReactNode } from 'react'
import type { MapSearch } from '../../features/leads/lead-map.tsx'
import { LeadResults } from '../../features/leads/lead-results.tsx'
import { CoverageChip, SampleNotice } from '../../features/searches/data-notices.tsx'
import type { LoadedSearch } from '../../features/searches/loaded-search.queries.ts'
import { MoreLeads } from '../../features/searches/more-leads.tsx'
import { SearchSources } from '../../features/searches/search-sources.tsx'
import { type RunAgain, UnderstoodSearch } from '../../features/searches/understood-search.tsx'
import { formatNumber } from '../../shared/format.ts'

type FoundLeadsProps = {
  loaded: LoadedSearch
  runAgain: RunAgain | undefined
  map: MapSearch
  /** Shown if nothing was found. */
  waysOut: ReactNode
  /** The notice about real places that are being loaded. */
  loadNotice: ReactNode
}

export default function FoundLeads({ loaded, runAgain, map, waysOut, loadNotice }: FoundLeadsProps) {
  const { search, leads, total, notes } = loaded
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm">
        <output className="mr-1 text-ink-3 tabular-nums empty:-mr-2">
          {total > 0 && `${formatNumber(leads.length)} of ${formatNumber(total)} loaded`}
        </output>
        {!loadNotice && <CoverageChip notes={notes} />}
        {notes && <UnderstoodSearch search={search} notes={notes} runAgain={runAgain} />}
      </div>
      {loadNotice ?? <SampleNotice leads={leads} notes={notes} />}
      <LeadResults leads={leads} searchId={search.id} map={map} more={<MoreLeads loaded={loaded} />} />
      {total === 0 && waysOut}
      {notes && <SearchSources searchId={search.id} sources={notes.sources} />}
    </>
  )
}
