import { useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { type FileColumns, knownFileBytes } from '#contract/leads/known-businesses.ts'
import { type KnownField, knownFileRows } from '#contract/leads/known-fields.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { Fault } from '../../shared/ui/alert.tsx'
import { FileDrop } from '../../shared/ui/file-drop.tsx'
import { useSizeLimit } from '../../shared/use-size-limit.ts'
import { ColumnForm } from './column-form.tsx'
import { useImportFile, useReadColumns } from './known-businesses.queries.ts'

type Chosen = { file: File; columns: FileColumns['columns'] }

export function ImportForm() {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const size = useSizeLimit(knownFileBytes)
  const read = useReadColumns()
  const send = useImportFile()
  const heading = useRef<HTMLHeadingElement>(null)
  const take = (file: File) => {
    send.reset()
    read.reset()
    if (!size.accepts(file)) return
    read.mutate(file, { onSuccess: ({ columns }) => setChosen({ file, columns }) })
  }
  const close = () => {
    setChosen(null)
    send.reset()
    heading.current?.focus()
  }
  const importAs = (fields: (KnownField | null)[]) => {
    if (chosen === null) return
    send.mutate({ file: chosen.file, fields }, { onSuccess: ({ id }) => navigate(paths.knownFile(id)) })
  }
  const fault = size.fault ?? faultOf(read.error)
  return (
    <section aria-labelledby="import-title" className="min-w-0">
      <h2 id="import-title" ref={heading} tabIndex={-1} className="mb-3 text-base font-semibold outline-none">
        Import a file
      </h2>
      {chosen === null ? (
        <>
          <FileDrop label="File with businesses" isBusy={read.isPending} onFile={take} />
          <p className="mt-2 text-sm text-ink-3">
            CSV or Excel (XLSX), up to {formatNumber(knownFileRows)} rows and {size.megabytes}&nbsp;MB. We look for each
            row by its phone, website, name, and address.
          </p>
          <div className="mt-3 empty:hidden">
            <Fault>{fault}</Fault>
          </div>
        </>
      ) : (
        <ColumnForm
          key={chosen.file.name}
          fileName={chosen.file.name}
          columns={chosen.columns}
          isBusy={send.isPending}
          fault={faultOf(send.error)}
          onImport={importAs}
          onCancel={close}
        />
      )}
    </section>
  )
}

const faultOf = (error: Error | null): string | undefined =>
  error === null ? undefined : messageOf(error, 'The file was not sent. Please try again.')
