import { X } from 'lucide-react'
import type { UsedFilter } from '#contract/searches/search-filter-schemas.ts'
import type { FilterName } from '#contract/searches/search-filters.ts'
import { badgeClass } from '../../shared/ui/badge.tsx'
import { filterWords } from './search-words.ts'

type UsedFiltersProps = {
  filters: readonly UsedFilter[]
  /** Runs the search again without a filter. */
  onRemove?: ((filter: FilterName) => void) | undefined
}

/** The filters of a search, as items of the surrounding row. If the search can run again, a click removes a filter. */
export function UsedFilters({ filters, onRemove }: UsedFiltersProps) {
  if (filters.length === 0) return null
  return (
    <>
      <ul aria-label="Filters" className="contents">
        {filters.map(filter => (
          <li key={filter.name}>
            {onRemove === undefined ? (
              <span className={badgeClass({ tone: 'accent' })}>{filterWords(filter)}</span>
            ) : (
              <button
                type="button"
                aria-label={`Search again without ${filterWords(filter)}`}
                onClick={() => onRemove(filter.name)}
                className={badgeClass({ tone: 'accent', className: 'hover:line-through touch:h-9 touch:px-3' })}
              >
                <span className="truncate">{filterWords(filter)}</span>
                <X className="size-3.5 shrink-0" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {onRemove && <span className="order-last text-xs text-ink-3">Removing one is a new search.</span>}
    </>
  )
}
