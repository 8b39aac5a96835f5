import type { SearchNotes } from '#contract/searches.ts'
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
      <p className="max-sm:min-h-10">{understoodLine(understood)}</p>
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
