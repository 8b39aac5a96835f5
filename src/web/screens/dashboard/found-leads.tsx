import { LeadResults } from '../../shared/leads/lead-results.tsx'
import { type LoadedSearch, useLoadMore } from '../../shared/searches/loaded-search.queries.ts'
import { SearchNotices } from './search-notices.tsx'
import { SearchSources } from './search-sources.tsx'

/** The leads of a search, with what there is to know about them. */
export default function FoundLeads({ search, leads, nextPageToken, answer }: LoadedSearch) {
  const more = useLoadMore()
  const sourceName = (key: string) => answer?.sources.find(({ source }) => source === key)?.name ?? key
  return (
    <>
      <SearchNotices answer={answer} hasSample={leads.some(({ isSample }) => isSample)} />
      <LeadResults
        leads={leads}
        searchId={search.id}
        sourceName={sourceName}
        hasMore={nextPageToken !== null}
        isLoadingMore={more.isPending}
        onLoadMore={() => nextPageToken !== null && more.mutate({ searchId: search.id, pageToken: nextPageToken })}
      />
      {answer && <SearchSources sources={answer.sources} />}
    </>
  )
}
