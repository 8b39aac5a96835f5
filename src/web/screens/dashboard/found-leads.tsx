import { LeadResults } from '../../features/leads/lead-results.tsx'
import { DataNotices } from '../../features/searches/data-notices.tsx'
import { type LoadedSearch, useLoadMore } from '../../features/searches/loaded-search.queries.ts'
import { NoMoreLeads } from '../../features/searches/no-more-leads.tsx'
import { SearchSources } from '../../features/searches/search-sources.tsx'
import { type RunAgain, UnderstoodSearch } from '../../features/searches/understood-search.tsx'

type FoundLeadsProps = LoadedSearch & { runAgain: RunAgain | undefined }

/** The leads of a search, with notices, sources, and how the search was understood. */
export default function FoundLeads({ search, leads, nextPageToken, notes, runAgain }: FoundLeadsProps) {
  const more = useLoadMore()
  return (
    <>
      {notes && <UnderstoodSearch notes={notes} runAgain={runAgain} />}
      <DataNotices leads={leads} notes={notes} />
      <LeadResults
        leads={leads}
        searchId={search.id}
        hasMore={nextPageToken !== null}
        isLoadingMore={more.isPending}
        onLoadMore={() => nextPageToken !== null && more.mutate({ searchId: search.id, pageToken: nextPageToken })}
        refusal={<NoMoreLeads error={more.error} />}
      />
      {notes && <SearchSources sources={notes.sources} />}
    </>
  )
}
