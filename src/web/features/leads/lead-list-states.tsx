import { SearchX } from 'lucide-react'
import { Card } from '../../shared/ui/card.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'

const places = [1, 2, 3, 4, 5, 6]

export const WaitingCard = () => (
  <Card className="flex h-60 flex-col gap-3 p-4 xl:h-52">
    <Skeleton className="h-5 w-2/3" />
    <Skeleton className="h-4 w-1/3" />
    <Skeleton className="mt-2 h-4 w-1/2" />
    <Skeleton className="h-4 w-3/4" />
    <Skeleton className="h-4 w-2/3" />
    <Skeleton className="mt-auto h-8 w-1/3 self-end" />
  </Card>
)

/** A placeholder for a list of leads: a row above it if `hasRow`, and cards with the usual height and columns. */
export const LeadsLoading = ({ hasRow = false }: { hasRow?: boolean }) => (
  <div className="@container flex flex-col gap-3">
    <output className={hasRow ? 'flex min-h-9 items-center text-sm text-ink-2 touch:min-h-11' : 'sr-only'}>
      Loading leads...
    </output>
    <div className="grid animate-late gap-3 @min-[560px]:grid-cols-2 @min-[960px]:grid-cols-3">
      {places.map(place => (
        <WaitingCard key={place} />
      ))}
    </div>
  </div>
)

/** A placeholder for the results of one search: how it was understood, the toolbar, and the list. */
export const ResultsLoading = () => (
  <>
    <Skeleton className="h-2 w-80 max-w-full animate-late sm:hidden touch:h-9" />
    <div className="flex flex-col gap-3 max-sm:gap-1.5">
      {/* On wider screens, all controls share the row above the cards. */}
      <Skeleton className="h-9 w-full animate-late sm:hidden touch:h-11" />
      <LeadsLoading hasRow />
    </div>
  </>
)

export const NoLeads = () => (
  <EmptyState icon={<SearchX />} title="No leads found">
    Try searching for different criteria to find more results
  </EmptyState>
)
