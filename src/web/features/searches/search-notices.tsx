import { FlaskConical } from 'lucide-react'
import type { SearchNotes } from '#contract/searches.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Badge } from '../../shared/ui/badge.tsx'
import { useLoadOffer } from './load-offer.tsx'
import { didYouMean, leftOutLines, understoodLine } from './search-words.ts'

/** How the words were read, what the filters left out, and what there is to know about the data shown. */
export function SearchNotices({ notes, hasSample }: { notes: SearchNotes | null; hasSample: boolean }) {
  const loadOffer = useLoadOffer(notes?.understood.location.label)
  return (
    <>
      {notes && <Understood notes={notes} />}
      {notes?.coverage === 'partial' && (
        <Alert title="Part of this area is not loaded yet" actions={loadOffer}>
          The results cover only the loaded part.
        </Alert>
      )}
      {hasSample && (
        <Alert
          tone="warning"
          title="Sample data"
          icon={<FlaskConical className="mt-0.5 size-4 shrink-0" aria-hidden="true" />}
          actions={loadOffer}
        >
          These businesses are fictional, so you can try the product. Their phone numbers and websites do not work.
        </Alert>
      )}
    </>
  )
}

function Understood({ notes: { understood, leftOut } }: { notes: SearchNotes }) {
  const lines = leftOutLines(leftOut)
  const question = didYouMean(understood)
  return (
    <div className="flex flex-col gap-2 text-sm wrap-anywhere text-ink-2">
      {question !== undefined && <p className="font-medium text-ink">{question}</p>}
      <p>{understoodLine(understood)}</p>
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
