import { Pencil } from 'lucide-react'
import type { LoadedSearch } from '../../features/searches/loaded-search.queries.ts'
import { formatCriterion } from '../../shared/format.ts'

type ClosedFormProps = { loaded: LoadedSearch | undefined; onOpen: () => void }

/** The search in one line, where the form is above its results: "Dentists · Boulder, CO · 25 mi". */
export function ClosedForm({ loaded, onOpen }: ClosedFormProps) {
  const radius = loaded?.notes?.understood.radius ?? null
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-11 min-w-0 items-center gap-3 rounded-md border border-line bg-surface px-3 text-left text-sm shadow-card xl:hidden print:hidden"
    >
      <span className="min-w-0 flex-1 truncate first-letter:uppercase">
        {loaded && [formatCriterion(loaded.search.propertyType), loaded.search.location].join(' · ')}
        {radius !== null && ` · ${radius.toString()} mi`}
      </span>
      <Pencil className="size-4 text-ink-3" aria-hidden="true" />
      Edit
    </button>
  )
}
