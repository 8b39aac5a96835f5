import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const places = [1, 2, 3, 4, 5, 6]

export const LeadsLoading = () => (
  <div>
    <output className="text-sm text-ink-2">Loading leads...</output>
    <div className="mt-3 grid animate-late gap-3 sm:grid-cols-2 2xl:grid-cols-3">
      {places.map(place => (
        <Card key={place} className="flex flex-col gap-3 p-4">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="mt-2 h-4 w-1/2" />
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="mt-3 h-8 w-full" />
        </Card>
      ))}
    </div>
  </div>
)
