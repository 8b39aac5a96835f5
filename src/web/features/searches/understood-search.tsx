import type { SearchNotes, Understood } from '#contract/searches.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { didYouMean, leftOutLines, understoodLine } from './search-words.ts'

/** How the search was understood, and what its filters left out. */
export function UnderstoodSearch({ notes: { understood, leftOut } }: { notes: SearchNotes }) {
  const lines = leftOutLines(leftOut)
  const question = didYouMean(understood)
  return (
    <div className="flex flex-col gap-2 text-sm wrap-anywhere text-ink-2">
      {question !== undefined && <p className="font-medium text-ink">{question}</p>}
      {/* Two lines on phones, like its placeholder, so that the list below does not move. */}
      <div className="min-h-6 max-sm:min-h-10">
        <UnderstoodWords understood={understood} />
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
function UnderstoodWords({ understood }: { understood: Understood }) {
  const { contains } = understood.category
  if (contains.length === 0) return <p>{understoodLine(understood)}</p>
  const searched = contains.filter(({ isSearched }) => isSearched).map(({ label }) => label)
  return (
    <details>
      <summary className="min-h-6 cursor-pointer hover:text-ink">{understoodLine(understood)}</summary>
      <p className="mt-1.5">Categories searched: {searched.join(', ')}</p>
    </details>
  )
}
