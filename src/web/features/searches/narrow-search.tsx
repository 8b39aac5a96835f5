import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getSearchCategories } from '#contract/searches/search-categories.ts'
import type { SearchCriteria, Understood } from '#contract/searches/searches.ts'
import { call } from '../../shared/api/call.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { previewKey } from './loaded-search.queries.ts'

export type Narrowing = Pick<SearchCriteria, 'mainCategoryOnly' | 'withoutCategories'>

type NarrowSearchProps = {
  searchId: number
  contains: Understood['category']['contains']
  isMainOnly: boolean
  onNarrow: (narrowing: Narrowing) => void
}

/** Lets users leave out categories, or businesses that have a category only as a further one. */
export function NarrowSearch({ searchId, contains, isMainOnly, onNarrow }: NarrowSearchProps) {
  const counts = useQuery(searchCategoriesQuery(searchId))
  const matches = new Map(counts.data?.categories.map(one => [one.category, one.matches]))
  const searchedBefore = contains.flatMap(({ category, isSearched }) => (isSearched ? category : []))
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set(searchedBefore))
  const [mainCategoryOnly, setMainCategoryOnly] = useState(isMainOnly)
  const isChanged =
    mainCategoryOnly !== isMainOnly || contains.some(({ category, isSearched }) => wanted.has(category) !== isSearched)
  const shown = mostMatchesFirst(contains, matches)
  const empty = contains.length - shown.length
  const chosen = shown.filter(({ category }) => wanted.has(category)).length
  const toggle = (category: string) => {
    const next = new Set(wanted)
    if (!next.delete(category)) next.add(category)
    setWanted(next)
  }
  // The order depends on the counts.
  if (counts.isPending) return <div className="mt-2 min-h-40" />
  return (
    <div className="mt-2 flex flex-col gap-3 rounded-lg border border-line p-4">
      <fieldset className="min-w-0">
        <legend className="mb-2 font-medium text-ink">Categories searched</legend>
        <Checkbox
          label="All"
          checked={chosen > 0}
          isIndeterminate={chosen > 0 && chosen < shown.length}
          onChange={() => setWanted(new Set(chosen === 0 ? contains.map(({ category }) => category) : []))}
        />
        <div className="-mx-1 mt-2 grid max-h-60 gap-x-6 gap-y-2 overflow-y-auto p-1 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map(({ category, label }) => (
            <Checkbox
              key={category}
              label={
                <>
                  {label}
                  {matches.has(category) && (
                    <span className="text-ink-3 tabular-nums"> · {formatNumber(matches.get(category) ?? 0)}</span>
                  )}
                </>
              }
              checked={wanted.has(category)}
              onChange={() => toggle(category)}
            />
          ))}
        </div>
        {empty > 0 && (
          <p className="mt-2 text-xs text-ink-3">
            {count(empty, 'more category has', 'more categories have')} no businesses here.
          </p>
        )}
      </fieldset>
      <Checkbox
        label="Only businesses with one of these as their main category"
        checked={mainCategoryOnly}
        onChange={event => setMainCategoryOnly(event.currentTarget.checked)}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          size="sm"
          disabled={!isChanged || chosen === 0}
          onClick={() =>
            onNarrow({
              mainCategoryOnly,
              withoutCategories: contains.flatMap(({ category }) => (wanted.has(category) ? [] : category)),
            })
          }
        >
          Search again
        </Button>
        <span className="text-xs text-ink-3">
          {chosen === 0
            ? 'Choose at least one category.'
            : 'Counts as one search. Leads that you already have are free.'}
        </span>
      </div>
    </div>
  )
}

/** Without categories that are known to have no businesses here. */
const mostMatchesFirst = (contains: NarrowSearchProps['contains'], matches: ReadonlyMap<string, number>) =>
  contains
    .filter(({ category }) => matches.get(category) !== 0)
    .toSorted(
      (a, b) => (matches.get(b.category) ?? 0) - (matches.get(a.category) ?? 0) || a.label.localeCompare(b.label),
    )

/** How many places of each category a search finds. A failure is not reported: the categories are listed anyway. */
const searchCategoriesQuery = (searchId: number) =>
  queryOptions({
    queryKey: [...previewKey, 'categories', searchId],
    queryFn: ({ signal }) => call(getSearchCategories, { params: { id: searchId }, signal }),
    retry: false,
  })
