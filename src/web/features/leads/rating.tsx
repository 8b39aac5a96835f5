import { Star } from 'lucide-react'

export function Rating({ rating }: { rating: string | null }) {
  if (rating === null) return <span className="text-ink-3">No rating</span>
  return (
    <span className="inline-flex items-center gap-1 tabular-nums">
      <Star className="size-3.5 fill-amber-ink text-amber-ink" aria-hidden="true" />
      {Number(rating).toFixed(1)}
      <span className="sr-only">out of 5</span>
    </span>
  )
}
