import type { SearchNotes, Understood } from '#contract/searches.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { NarrowSearch, type Narrowing } from './narrow-search.tsx'
import { didYouMean, leftOutLines, understoodLine } from './search-words.ts'

/** Whether the search was limited to main categories, and how to run it again. */
export type RunAgain = { isMainOnly: boolean; onNarrow: (narrowing: Narrowing) => void }
type UnderstoodSearchProps = {
  notes: SearchNotes
  /** Missing after a reload, because the form's values are then unknown. */
  runAgain?: RunAgain | undefined
}

/** How the search was understood, and what its filters left out. */
export function UnderstoodSearch({ notes: { understood, leftOut }, runAgain }: UnderstoodSearchProps) {
  const lines = leftOutLines(leftOut)
  const question = didYouMean(understood)
  return (
    <div className="flex flex-col gap-2 text-sm wrap-anywhere text-ink-2">
      {question !== undefined && <p className="font-medium text-ink">{question}</p>}
      {/* Two lines on phones, like its placeholder, so that the list below does not move. */}
      <div className="min-h-6 max-sm:min-h-10">
        <UnderstoodWords understood={understood} runAgain={runAgain} />
      </div>
      {lines.length > 0 && (
        <ul aria-label="Left out by filters" className="flex flex-wrap gap-1.5">
          {lines.map(line => (
            <li key={line}>
              <Badge>{line}</Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The categories appear on request. */
function UnderstoodWords({ understood, runAgain }: { understood: Understood; runAgain: RunAgain | undefined }) {
  const { contains } = understood.category
  if (contains.length === 0) return <p>{understoodLine(understood)}</p>
  return (
    <details>
      <summary className="min-h-6 cursor-pointer hover:text-ink">
        {understoodLine(understood)}
        {runAgain?.isMainOnly === true && ', main categories only'}
      </summary>
      {runAgain === undefined ? (
        <p className="mt-1.5">Categories searched: {searchedLabels(contains)}</p>
      ) : (
        <NarrowSearch contains={contains} {...runAgain} />
      )}
    </details>
  )
}

const searchedLabels = (contains: Understood['category']['contains']): string =>
  contains
    .filter(({ isSearched }) => isSearched)
    .map(({ label }) => label)
    .join(', ')
