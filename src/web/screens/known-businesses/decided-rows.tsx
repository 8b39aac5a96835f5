import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FileRow, rowStates } from '#contract/leads/filled-files.ts'
import type { KnownField } from '#contract/leads/known-fields.ts'
import { PagedContent } from '../../shared/api/query-content.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { SingleClickButton } from '../../shared/ui/single-click-button.tsx'
import { TableLoading } from '../../shared/ui/skeleton.tsx'
import { Decisions } from './decisions.tsx'
import { decidedRowsRead, useDecide } from './filled-files.queries.ts'

/** Rows that the user has decided. To change one, its question is asked again. */
export function DecidedRows({ id }: { id: number }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<FileRow>()
  if (asked !== undefined) return <Decisions id={id} rows={[asked]} onEnd={() => setAsked(undefined)} />
  return (
    <PagedContent read={decidedRowsRead(id)} waiting={<TableLoading label="Loading the rows" />}>
      {(rows, end) =>
        rows.length === 0 ? (
          <p className="text-sm text-ink-2">You have not decided about any row yet.</p>
        ) : (
          <>
            <Card>
              <ul className="divide-y divide-line">
                {rows.map(row => (
                  <DecidedRow
                    key={row.row}
                    id={id}
                    row={row}
                    onAsk={setAsked}
                    onSettled={() => void client.invalidateQueries(decidedRowsRead(id))}
                  />
                ))}
              </ul>
            </Card>
            {end}
          </>
        )
      }
    </PagedContent>
  )
}

type DecidedRowProps = { id: number; row: FileRow; onAsk: (row: FileRow) => void; onSettled: () => void }

function DecidedRow({ id, row, onAsk, onSettled }: DecidedRowProps) {
  const decide = useDecide(id)
  const change = () =>
    decide.mutate(
      { row: row.row, is: 'undecided' },
      // A release may have brought a clear answer, or none, since the row was decided.
      { onSuccess: open => (open.state === 'decide' ? onAsk(open) : onSettled()) },
    )
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 basis-64 grow wrap-anywhere">
        <p>
          <span className="font-medium">{nameOf(row)}</span> {wordsOf(row.cells, ['street', 'city', 'zip'])}
        </p>
        <p className="text-ink-2">{answerOf(row)}</p>
        <p className="text-xs text-ink-3">Row {row.row}</p>
      </div>
      <SingleClickButton size="sm" isLoading={decide.isPending} onClick={change}>
        Change<span className="sr-only">{` row ${row.row}, ${nameOf(row)}`}</span>
      </SingleClickButton>
    </li>
  )
}

const nameOf = ({ cells, row }: FileRow): string => cells.name ?? `Row ${row}`

const wordsOf = (cells: FileRow['cells'], fields: readonly KnownField[]): string =>
  fields.flatMap(field => cells[field] ?? []).join(', ')

function answerOf({ state, candidates: [place] }: FileRow): string {
  if (place === undefined) return state === 'none' ? 'None of the businesses that we know' : rowStates[state]
  return `Is ${wordsOf(place.cells, ['name', 'city', 'zip'])}`
}
