import { useState } from 'react'
import type { SearchCriteria, Understood } from '#contract/searches.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'

/** Which of the categories of a search to search again. */
export type Narrowing = Pick<SearchCriteria, 'mainCategoryOnly' | 'withoutCategories'>

type NarrowSearchProps = {
  contains: Understood['category']['contains']
  /** Whether the search was limited to main categories. */
  isMainOnly: boolean
  onNarrow: (narrowing: Narrowing) => void
}

/** Lets users leave out categories, or businesses that have one only as a further category. */
export function NarrowSearch({ contains, isMainOnly, onNarrow }: NarrowSearchProps) {
  const searchedBefore = contains.flatMap(({ category, isSearched }) => (isSearched ? category : []))
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set(searchedBefore))
  const [mainCategoryOnly, setMainCategoryOnly] = useState(isMainOnly)
  const isChanged =
    mainCategoryOnly !== isMainOnly || contains.some(({ category, isSearched }) => wanted.has(category) !== isSearched)
  const byLabel = contains.toSorted((a, b) => a.label.localeCompare(b.label))
  const toggle = (category: string) => {
    const next = new Set(wanted)
    if (!next.delete(category)) next.add(category)
    setWanted(next)
  }
  return (
    <div className="mt-2 flex flex-col gap-3 rounded-lg border border-line p-4">
      <fieldset className="min-w-0">
        <legend className="mb-2 font-medium text-ink">Categories searched</legend>
        <Checkbox
          label="All"
          checked={wanted.size > 0}
          isIndeterminate={wanted.size > 0 && wanted.size < contains.length}
          onChange={() => setWanted(new Set(wanted.size === 0 ? contains.map(({ category }) => category) : []))}
        />
        <div className="-mx-1 mt-2 grid max-h-60 gap-x-6 gap-y-2 overflow-y-auto p-1 sm:grid-cols-2 lg:grid-cols-3">
          {byLabel.map(({ category, label }) => (
            <Checkbox key={category} label={label} checked={wanted.has(category)} onChange={() => toggle(category)} />
          ))}
        </div>
      </fieldset>
      <Checkbox
        label="Only businesses with one of these as their main category"
        checked={mainCategoryOnly}
        onChange={event => setMainCategoryOnly(event.currentTarget.checked)}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          size="sm"
          disabled={!isChanged || wanted.size === 0}
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
          {wanted.size === 0
            ? 'Choose at least one category.'
            : 'Counts as one search. Leads that you already have are free.'}
        </span>
      </div>
    </div>
  )
}
