import { useState } from 'react'
import type { FileRow } from '#contract/leads/filled-files.ts'
import { type KnownField, knownFields } from '#contract/leads/known-fields.ts'
import { count } from '../../shared/format.ts'
import { Card } from '../../shared/ui/card.tsx'
import { isLayerOpen } from '../../shared/ui/open-layers.ts'
import { SingleClickButton } from '../../shared/ui/single-click-button.tsx'
import { useKey, useLetterShortcuts } from '../../shared/use-key.ts'
import { useDecide } from './filled-files.queries.ts'

type DecisionsProps = { id: number; rows: readonly FileRow[]; onEnd: (() => void) | undefined }

/** The page of rows stays the same while the user decides, so that a decision can be undone. */
export function Decisions({ id, rows, onEnd }: DecisionsProps) {
  const [at, setAt] = useState(0)
  const [choice, setChoice] = useState(0)
  const decide = useDecide(id)
  const row = rows[at]
  const candidate = row?.candidates[choice]
  const go = (next: number) => {
    setChoice(0)
    setAt(next)
    if (next >= rows.length) onEnd?.()
  }
  const say = (is: { placeId: string } | 'none') => {
    if (row !== undefined && !decide.isPending) decide.mutate({ row: row.row, is }, { onSuccess: () => go(at + 1) })
  }
  const yes = () => candidate !== undefined && say({ placeId: candidate.placeId })
  const no = () => (choice + 1 < (row?.candidates.length ?? 0) ? setChoice(choice + 1) : say('none'))
  const undo = () => {
    const last = rows[at - 1]
    if (last !== undefined && !decide.isPending)
      decide.mutate({ row: last.row, is: 'undecided' }, { onSuccess: () => go(at - 1) })
  }
  const hasLetters = useLetterShortcuts()
  useKey('y', unlessInDialog(yes))
  useKey('n', unlessInDialog(no))
  useKey('u', unlessInDialog(undo))
  return (
    <>
      {row !== undefined && candidate !== undefined && (
        <SideBySide row={row} candidate={candidate} isOneOf={row.candidates.length} at={choice} />
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {candidate !== undefined && (
          <>
            <SingleClickButton variant="primary" aria-keyshortcuts={hasLetters ? 'y' : undefined} onClick={yes}>
              Same business{hasLetters && ' (Y)'}
            </SingleClickButton>
            <SingleClickButton aria-keyshortcuts={hasLetters ? 'n' : undefined} onClick={no}>
              Another business{hasLetters && ' (N)'}
            </SingleClickButton>
          </>
        )}
        {at > 0 && (
          <SingleClickButton variant="ghost" aria-keyshortcuts={hasLetters ? 'u' : undefined} onClick={undo}>
            Undo{hasLetters && ' (U)'}
          </SingleClickButton>
        )}
        <output className="text-sm text-ink-3 tabular-nums">
          {at < rows.length ? `${count(rows.length - at, 'row')} to decide` : 'No rows are left to decide.'}
        </output>
      </div>
    </>
  )
}

const unlessInDialog = (decide: () => void) => () => isLayerOpen() || decide()

const order = Object.keys(knownFields) as KnownField[]

type SideBySideProps = { row: FileRow; candidate: FileRow['candidates'][number]; isOneOf: number; at: number }

function SideBySide({ row, candidate, isOneOf, at }: SideBySideProps) {
  const fields = order.filter(field => row.cells[field] !== undefined || candidate.cells[field] !== undefined)
  return (
    <Card className="overflow-x-auto p-4">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Row {row.row} of your file, and a business that it may be</caption>
        <thead>
          <tr className="text-xs text-ink-3">
            <th scope="col" className="pr-3 font-medium">
              <span className="sr-only">Fact</span>
            </th>
            <th scope="col" className="pr-3 pb-2 font-medium">
              Your file, row {row.row}
            </th>
            <th scope="col" className="pb-2 font-medium">
              {isOneOf > 1 ? `Business ${at + 1} of ${isOneOf}` : 'This business'}
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map(field => (
            <Comparison key={field} label={knownFields[field]} yours={row.cells[field]} ours={candidate.cells[field]} />
          ))}
        </tbody>
      </table>
      {candidate.category !== null && <p className="mt-3 text-xs text-ink-3">{candidate.category}</p>}
    </Card>
  )
}

/** A difference is marked by weight and color, and said in words. */
function Comparison({ label, yours, ours }: { label: string; yours: string | undefined; ours: string | undefined }) {
  const isOther = yours !== undefined && ours !== undefined && !ours.includes('•') && plain(yours) !== plain(ours)
  return (
    <tr className="align-top">
      <th scope="row" className="py-1 pr-3 font-normal whitespace-nowrap text-ink-3">
        {label}
      </th>
      <td className="py-1 pr-3 wrap-anywhere">{yours ?? <span className="text-ink-3">–</span>}</td>
      <td className="py-1 wrap-anywhere">
        {ours === undefined ? (
          <span className="text-ink-3">–</span>
        ) : isOther ? (
          <mark className="rounded-sm bg-amber-soft px-1 font-medium text-amber-ink">
            <span className="sr-only">Different: </span>
            {ours}
          </mark>
        ) : (
          <span>{ours}</span>
        )}
      </td>
    </tr>
  )
}

/** Without what the same phone or website may be written with. */
const plain = (text: string): string =>
  text.toLowerCase().replaceAll(/^\+1|^1\D|^https?:\/\/(www\.)?|^www\.|[^a-z0-9]/g, '')
