import { useState } from 'react'
import type { FilterName } from '#contract/searches/search-filters.ts'
import type { Search, SearchNotes, Understood } from '#contract/searches/searches.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { NarrowSearch, type Narrowing } from './narrow-search.tsx'
import { didYouMean, leftOutLines, understoodLine } from './search-words.ts'
import { UsedFilters } from './used-filters.tsx'

/** Runs the search on screen again, with other categories or without a filter. */
export type RunAgain = { onNarrow: (narrowing: Narrowing) => void; onRemove: (filter: FilterName) => void }
type UnderstoodSearchProps = {
  search: Search
  notes: SearchNotes
  /** Missing on screens where searches are read-only. */
  runAgain?: RunAgain | undefined
}

/** Shows how the search was understood, and how much its filters left out. */
export function UnderstoodSearch({ search, notes: { understood, leftOut }, runAgain }: UnderstoodSearchProps) {
  const lines = leftOutLines(leftOut)
  const question = didYouMean(understood)
  return (
    <div className="flex flex-col gap-2 text-sm wrap-anywhere text-ink-2">
      {question !== undefined && <p className="font-medium text-ink">{question}</p>}
      {/* Two lines on phones, like its placeholder, so that the list below does not move. */}
      <div className="min-h-6 max-sm:min-h-10">
        <UnderstoodWords
          searchId={search.id}
          isMainOnly={search.mainCategoryOnly}
          understood={understood}
          runAgain={runAgain}
        />
      </div>
      <div className="flex flex-wrap items-center gap-1.5 empty:hidden">
        <UsedFilters filters={search.filters} onRemove={runAgain?.onRemove} />
        {lines.length > 0 && (
          <ul aria-label="Left out by filters" className="contents">
            {lines.map(line => (
              <li key={line}>
                <Badge>{line}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

type UnderstoodWordsProps = {
  searchId: number
  understood: Understood
  /** Whether the search was limited to main categories. */
  isMainOnly: boolean
  runAgain: RunAgain | undefined
}

/** The categories, which are shown on request. */
function UnderstoodWords({ searchId, understood, isMainOnly, runAgain }: UnderstoodWordsProps) {
  const [wasOpened, setOpened] = useState(false)
  const { contains } = understood.category
  if (contains.length === 0) return <p>{understoodLine(understood)}</p>
  return (
    <details>
      <summary className="min-h-6 cursor-pointer hover:text-ink" onClick={() => setOpened(true)}>
        <span>
          {understoodLine(understood)}
          {isMainOnly && ', main categories only'}
        </span>{' '}
        {runAgain !== undefined && (
          <span className="ml-1 text-accent-ink underline underline-offset-4 print:hidden">Narrow</span>
        )}
      </summary>
      {runAgain === undefined ? (
        <p className="mt-1.5">Categories searched: {searchedLabels(contains)}</p>
      ) : (
        wasOpened && (
          <NarrowSearch searchId={searchId} contains={contains} isMainOnly={isMainOnly} onNarrow={runAgain.onNarrow} />
        )
      )}
    </details>
  )
}

const searchedLabels = (contains: Understood['category']['contains']): string =>
  contains
    .filter(({ isSearched }) => isSearched)
    .map(({ label }) => label)
    .join(', ')
