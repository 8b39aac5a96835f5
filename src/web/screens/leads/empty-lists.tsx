import { FolderSearch, ListPlus, SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { buttonClass, Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'

/** Shown to users without a search, with a link to the search form. */
export const NoSearches = () => (
  <EmptyState
    icon={<FolderSearch />}
    title="No searches found. Try searching for leads first."
    actions={
      <Link href={paths.dashboard} className={buttonClass({ variant: 'primary' })}>
        Search for leads
      </Link>
    }
  >
    Every search you run is saved here with its leads.
  </EmptyState>
)

export const EmptyLeadList = () => (
  <EmptyState icon={<ListPlus />} title="This list is empty">
    Select leads in a search or in All Leads, then choose Add to List.
  </EmptyState>
)

export const NoMatch = ({ children, onClear }: { children: string; onClear: () => void }) => (
  <EmptyState
    icon={<SearchX />}
    title="No leads match this filter"
    actions={<Button onClick={onClear}>Clear filters</Button>}
  >
    {children}
  </EmptyState>
)
