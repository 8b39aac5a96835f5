import type { OwnFileAdded } from '#contract/leads/do-not-contact.ts'
import { knownFileBytes } from '#contract/leads/known-businesses.ts'
import { knownFileRows } from '#contract/leads/known-fields.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { count, formatNumber, sentences } from '../../shared/format.ts'
import { Alert, Fault } from '../../shared/ui/alert.tsx'
import { FileDrop } from '../../shared/ui/file-drop.tsx'
import { TitledPart } from '../../shared/ui/titled-part.tsx'
import { useSizeLimit } from '../../shared/use-size-limit.ts'
import { useImportEntries } from './own-do-not-contact.queries.ts'

export function EntryFile() {
  const size = useSizeLimit(knownFileBytes)
  const send = useImportEntries()
  const take = (file: File) => {
    send.reset()
    if (size.accepts(file)) send.mutate(file)
  }
  const fault =
    size.fault ?? (send.error && messageOf(send.error, 'The file was not sent completely. You can send it again.'))
  return (
    <TitledPart title="Add a file" className="flex flex-col gap-3 [&>h2]:mb-0">
      <FileDrop label="File with phones, emails, or domains" isBusy={send.isPending} onFile={take} />
      <p className="text-sm text-ink-3">
        CSV, Excel (XLSX), or text, up to {formatNumber(knownFileRows)} rows and {size.megabytes}&nbsp;MB. Every phone,
        email, and domain in it is added.
      </p>
      <Fault>{fault}</Fault>
      {send.data && <Outcome outcome={send.data} />}
    </TitledPart>
  )
}

const reasons: Record<OwnFileAdded['notAdded'][number]['reason'], string> = {
  unusable: 'no phone, email, or domain of one business',
  full: 'no room in your plan',
}

function Outcome({ outcome: { rows, added, known, unusable, full, notAdded, hasMore } }: { outcome: OwnFileAdded }) {
  const failed = unusable + full
  return (
    <Alert tone={failed > 0 || hasMore ? 'warning' : 'info'} live="status">
      <p className="tabular-nums">
        {sentences([
          `${count(rows, 'row')} read, ${count(added, 'entry', 'entries')} added.`,
          known > 0 && `${count(known, 'entry was', 'entries were')} on the list.`,
          unusable > 0 && `${count(unusable, 'row has', 'rows have')} ${reasons.unusable}.`,
          full > 0 && `For ${count(full, 'row')} there is ${reasons.full}.`,
          hasMore && 'The file has more rows. Put them into another file.',
        ])}
      </p>
      {failed > 0 && (
        <section
          aria-label="Rows that were not added"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling must be possible with the keyboard
          tabIndex={0}
          className="mt-2 max-h-60 overflow-y-auto"
        >
          <ul className="wrap-anywhere">
            {notAdded.map(({ row, text, reason }) => (
              <li key={row}>
                Row {formatNumber(row)}: {text} ({reasons[reason]})
              </li>
            ))}
            {failed > notAdded.length && <li>and {count(failed - notAdded.length, 'other')}</li>}
          </ul>
        </section>
      )}
    </Alert>
  )
}
