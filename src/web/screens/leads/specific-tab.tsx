import { messageOf } from '../../shared/api/api-error.ts'
import { LeadsLoading } from '../../shared/leads/leads-loading.tsx'
import { searchLabel } from '../../shared/searches/search-label.ts'
import { Field } from '../../shared/ui/field.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/state-message.tsx'
import { useSearches } from './leads.queries.ts'
import { NoSearches } from './no-searches.tsx'
import { SearchLeads } from './search-leads.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { useAddressValue } from './use-address-value.ts'

/** One past search and its leads: the chosen one of the address, or else the newest. */
export function SpecificTab({ onUpgrade }: { onUpgrade: () => void }) {
  const searches = useSearches()
  const [chosen, choose] = useAddressValue('search')
  if (searches.isPending) return <Loading />
  if (searches.isError)
    return (
      <ErrorState title="Failed to fetch searches" onRetry={() => void searches.refetch()}>
        {messageOf(searches.error, 'The service did not answer.')}
      </ErrorState>
    )
  const newest = searches.data[0]
  if (!newest) return <NoSearches />
  const search = chosen === '' ? newest : searches.data.find(({ id }) => String(id) === chosen)
  const options = searches.data.map(past => ({ value: past.id, label: searchLabel(past) }))
  return (
    <div className="flex flex-col gap-5">
      <div className="max-w-md">
        <Field label="Search">
          {wiring => (
            <Select
              {...wiring}
              options={search ? options : [{ value: chosen, label: 'Choose a search' }, ...options]}
              value={search?.id ?? chosen}
              onChange={({ target }) => choose(target.value)}
            />
          )}
        </Field>
      </div>
      {search ? (
        <SearchLeads key={search.id} search={search} onUpgrade={onUpgrade} />
      ) : (
        <div role="alert">
          <EmptyState title="Selected search not found">Choose one of your searches above.</EmptyState>
        </div>
      )}
    </div>
  )
}

const Loading = () => (
  <div className="flex flex-col gap-5">
    <div className="max-w-md">
      <Skeleton className="mb-1.5 h-5 w-16" />
      <Skeleton className="h-9 w-full touch:h-11" />
    </div>
    <SummaryCards counts={undefined} />
    <LeadsLoading />
  </div>
)
