import { FlaskConical } from 'lucide-react'
import { Alert } from '../../shared/ui/alert.tsx'
import { Badge } from '../../shared/ui/badge.tsx'
import type { LoadedSearch } from '../../shared/searches/loaded-search.queries.ts'
import { didYouMean, leftOutLines, understoodLine } from './search-words.ts'

/** How the words were read, what the filters left out, and what there is to know about the data shown. */
export function SearchNotices({ answer, hasSample }: { answer: LoadedSearch['answer']; hasSample: boolean }) {
  const leftOut = answer ? leftOutLines(answer.leftOut) : []
  const question = answer && didYouMean(answer.understood)
  return (
    <>
      {answer && (
        <div className="flex flex-col gap-2 text-sm text-ink-2">
          {question !== undefined && <p className="font-medium text-ink">{question}</p>}
          <p>{understoodLine(answer.understood)}</p>
          {leftOut.length > 0 && (
            <ul aria-label="Left out by filters" className="flex flex-wrap gap-1.5">
              {leftOut.map(line => (
                <li key={line}>
                  <Badge>{line}</Badge>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {answer?.coverage === 'partial' && (
        <Alert title="Part of this area is not loaded yet">The results cover only the part that is.</Alert>
      )}
      {hasSample && (
        <Alert
          tone="warning"
          title="Sample data"
          icon={<FlaskConical className="mt-0.5 size-4 shrink-0" aria-hidden="true" />}
        >
          These businesses are fictional, for trying the product. Their phone numbers and sites lead nowhere.
        </Alert>
      )}
    </>
  )
}
