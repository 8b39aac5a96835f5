import type { Search } from '#contract/searches/searches.ts'
import { ResultsLoading } from '../../features/leads/lead-list-states.tsx'
import { changeAddress, useAddressValue } from '../../shared/address.ts'
import { ReadContent } from '../../shared/api/query-content.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { NoSearches } from './empty-lists.tsx'
import { searchesRead } from './leads.queries.ts'
import { SearchLeads } from './search-leads.tsx'
import { SearchPicker } from './search-picker.tsx'
import { SummaryCards } from './summary-cards.tsx'

/** On wide screens, the summary is beside the search picker, and all else below them. */
const layout =
  'flex flex-col gap-3 lg:grid lg:grid-cols-[28rem_minmax(0,1fr)] lg:[&>:not(:first-child,:has(>dl))]:col-span-full'

/** One past search with its leads: the one in the URL, or the newest. */
export const SpecificTab = () => (
  <ReadContent read={searchesRead} waiting={<Loading />}>
    {searches => (searches.length === 0 ? <NoSearches /> : <Searches searches={searches} />)}
  </ReadContent>
)

function Searches({ searches }: { searches: Search[] }) {
  const chosen = useAddressValue('search')
  const search = chosen === '' ? searches[0] : searches.find(({ id }) => String(id) === chosen)
  return (
    <div className={layout}>
      <SearchPicker searches={searches} chosen={search} onChoose={show} />
      <SearchLeads key={search?.id ?? chosen} searchId={search?.id ?? (Number(chosen) || 0)} />
    </div>
  )
}

/** The text filter was for the leads of another search. */
const show = ({ id }: Search) =>
  changeAddress(values => {
    values.set('search', String(id))
    values.delete('filter')
  })

const Loading = () => (
  <div className={layout}>
    <div className="max-w-md">
      <Skeleton className="mb-1.5 h-5 w-16" />
      <Skeleton className="h-9 w-full touch:h-11" />
      <Skeleton className="mt-1.5 h-4 w-56" />
    </div>
    <SummaryCards counts={undefined} />
    <Skeleton className="h-9 w-full animate-late max-sm:h-11 touch:h-11" />
    <ResultsLoading />
  </div>
)
