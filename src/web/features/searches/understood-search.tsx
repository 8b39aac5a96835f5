import type { FilterName } from '#contract/searches/search-filters.ts'
import type { Search, SearchNotes, Understood } from '#contract/searches/searches.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Chip } from '../../shared/ui/chip.tsx'
import { NarrowSearch, type Narrowing } from './narrow-search.tsx'
import { categoriesOf, didYouMean, leftOutLines, understoodLine } from './search-words.ts'
import { UsedFilters } from './used-filters.tsx'

/** Runs the search on screen again, with other categories or without a filter. */
export type RunAgain = { onNarrow: (narrowing: Narrowing) => void; onRemove: (filter: FilterName) => void }
type UnderstoodSearchProps = {
  search: Search
  notes: SearchNotes
  /** Missing on screens where searches are read-only. */
  runAgain?: RunAgain | undefined
}

/** How the search was understood, and how much its filters left out, as items of a row that wraps. */
export function UnderstoodSearch({ search, notes: { understood, leftOut }, runAgain }: UnderstoodSearchProps) {
  const question = didYouMean(understood)
  return (
    <>
      {question !== undefined && <p className="order-first basis-full font-medium text-ink">{question}</p>}
      <Categories
        searchId={search.id}
        isMainOnly={search.mainCategoryOnly}
        understood={understood}
        runAgain={runAgain}
      />
      <UsedFilters filters={search.filters} onRemove={runAgain?.onRemove} />
      {leftOutLines(leftOut).map(line => (
        <Badge key={line}>{line}</Badge>
      ))}
    </>
  )
}

type CategoriesProps = {
  searchId: number
  understood: Understood
  isMainOnly: boolean
  runAgain: RunAgain | undefined
}

function Categories({ searchId, understood, isMainOnly, runAgain }: CategoriesProps) {
  const { contains } = understood.category
  const line = `${understoodLine(understood)}${isMainOnly ? ', main categories only' : ''}`
  if (contains.length === 0) return <p className="basis-full wrap-anywhere text-ink-2">{line}</p>
  return (
    <Chip label={categoriesOf(understood.category)} printed={line}>
      <p>{line}</p>
      {runAgain === undefined ? (
        <p className="mt-1.5">Categories searched: {searchedLabels(contains)}</p>
      ) : (
        <NarrowSearch searchId={searchId} contains={contains} isMainOnly={isMainOnly} onNarrow={runAgain.onNarrow} />
      )}
    </Chip>
  )
}

const searchedLabels = (contains: Understood['category']['contains']): string =>
  contains
    .filter(({ isSearched }) => isSearched)
    .map(({ label }) => label)
    .join(', ')
