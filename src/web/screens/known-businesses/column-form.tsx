import { useState } from 'react'
import { canIdentify, columnsNeeded, type FileColumns } from '#contract/leads/known-businesses.ts'
import { type KnownField, knownFields } from '#contract/leads/known-fields.ts'
import { Alert, Fault } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { Cell, Row, Table } from '../../shared/ui/table.tsx'

const choices = [
  { value: '', label: 'Not used' },
  ...Object.entries(knownFields).map(([value, label]) => ({ value, label })),
]

type ColumnFormProps = {
  fileName: string
  columns: FileColumns['columns']
  isBusy: boolean
  fault: string | undefined
  onImport: (fields: (KnownField | null)[]) => void
  onCancel: () => void
}

/** What each column of the file contains, as recognized by its header; the user can correct it. */
export function ColumnForm({ fileName, columns, isBusy, fault, onImport, onCancel }: ColumnFormProps) {
  const [fields, setFields] = useState(columns.map(({ field }) => field))
  const canImport = canIdentify(fields)
  return (
    <form
      aria-label="Columns of the file"
      onSubmit={event => {
        event.preventDefault()
        if (canImport) onImport(fields)
      }}
      className="flex flex-col gap-4"
    >
      <p className="text-sm wrap-anywhere text-ink-2">
        <span className="font-medium text-ink">{fileName}</span>: please check what each column contains.
      </p>
      <Table label="Columns of the file" columns={['Column', 'Contains']}>
        {columns.map(({ header, samples }, at) => {
          const name = header === '' ? `Column ${at + 1}` : header
          return (
            // Headers can repeat, and columns do not move.
            // oxlint-disable-next-line react/no-array-index-key
            <Row key={at}>
              <Cell className="w-full min-w-32 wrap-anywhere">
                <span className="font-medium">{name}</span>
                <span className="line-clamp-2 text-xs text-ink-3">{samples.join(' · ')}</span>
              </Cell>
              <Cell>
                <Select
                  aria-label={`Contents of ${name}`}
                  wrapperClass="w-36"
                  options={choices}
                  value={fields[at] ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    setFields(fields.with(at, value === '' ? null : (value as KnownField)))
                  }
                />
              </Cell>
            </Row>
          )
        })}
      </Table>
      {!canImport && (
        <Alert tone="warning" live="status">
          {columnsNeeded(fields)}
        </Alert>
      )}
      <Fault>{fault}</Fault>
      {/* Stays in view below a file with many columns. */}
      <div className="sticky bottom-0 -mt-4 flex flex-wrap gap-2 bg-canvas py-4 low:static">
        <Button type="submit" variant="primary" disabled={!canImport} isLoading={isBusy}>
          {isBusy ? 'Importing...' : 'Import'}
        </Button>
        <Button disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
