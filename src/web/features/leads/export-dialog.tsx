import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { columnLabel, defaultColumns, exportColumns } from '#contract/leads/export-columns.ts'
import { type ExportPreview, previewExport } from '#contract/leads/leads.ts'
import { call } from '../../shared/api/call.ts'
import { failedTo } from '../../shared/api/failures.ts'
import { count, formatNumber, sentences } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { Dialog, DialogChoice } from '../../shared/ui/dialog.tsx'
import { LabeledSelect } from '../../shared/ui/select.tsx'
import {
  chooseExport,
  columnGroups,
  choosesColumns,
  exportForm,
  exportKinds,
  type ExportKind,
  presetOf,
  useExportChoice,
} from './export-choice.ts'
import { useLeadLists } from './lead-lists.queries.ts'
import type { ChosenLeads } from './selection.tsx'
import { useExport } from './use-export.ts'

type ExportDialogProps = {
  searchId: number | undefined
  listId: number | undefined
  /** If undefined, every lead of the search, or of the user, is exported. */
  selected: ChosenLeads | undefined
  /** The leads that the filter shows, if it hides others. The user can export all leads instead. */
  filtered: ChosenLeads | undefined
  onClose: () => void
}

const ofFilter = 'filtered'

/** Lets the user choose the format and columns, and says which leads the file will contain. */
export default function ExportDialog({ searchId, onClose, selected, filtered, listId: first }: ExportDialogProps) {
  const choice = useExportChoice()
  const chosenExport = useExport()
  const [from, setFrom] = useState(filtered ? ofFilter : String(first ?? ''))
  const chosen = selected ?? (from === ofFilter ? filtered : undefined)
  const listId = chosen === undefined && from !== '' ? Number(from) : undefined
  const form = exportForm(choice)
  const input = { searchId, listId, ...chosen?.input, ...form }
  const preview = useQuery({
    queryKey: ['export-preview', searchId, listId ?? null, chosen?.input ?? null, form.preset ?? null],
    queryFn: ({ signal }) => call(previewExport, { body: input, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { failure: failedTo('Failed to count the leads') },
  })
  const rows = preview.isPlaceholderData ? undefined : preview.data?.rows
  return (
    <Dialog
      onClose={onClose}
      isBusy={chosenExport.isPending}
      isWide
      title={titleOf({ searchId, listId, selected, filtered: chosen })}
      description={`Exporting costs nothing. ${searchId === undefined ? 'The newest leads are first in the file.' : 'The file has the order of the search.'}`}
      footer={
        <DialogChoice
          onCancel={onClose}
          disabled={rows === 0 || (choosesColumns(choice.kind) && choice.columns.length === 0)}
          isLoading={chosenExport.isPending}
          onClick={() => chosenExport.mutate(input, { onSuccess: onClose })}
        >
          Export
        </DialogChoice>
      }
    >
      <div className="flex flex-col gap-5">
        {selected === undefined && (filtered !== undefined || searchId === undefined) && (
          <LeadsField
            searchId={searchId}
            filtered={filtered}
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
        )}
        <LabeledSelect
          label="Format"
          options={exportKinds}
          value={choice.kind}
          onChange={({ target }) => chooseExport({ kind: target.value as ExportKind })}
        />
        <PreviewLine preview={preview.data} hasFailed={preview.isError} kind={choice.kind} />
        {choosesColumns(choice.kind) ? <ColumnPicker /> : <FixedColumns kind={choice.kind} />}
      </div>
    </Dialog>
  )
}

type LeadsFieldProps = Pick<ExportDialogProps, 'searchId' | 'filtered'> &
  Pick<ComponentProps<'select'>, 'value' | 'onChange'>

function LeadsField({ searchId, filtered, ...field }: LeadsFieldProps) {
  const { data: lists = [] } = useLeadLists('list')
  const options = [
    ...(filtered ? [{ value: ofFilter, label: `Those that the filter shows (${formatNumber(filtered.total)})` }] : []),
    { value: '', label: searchId === undefined ? 'All leads' : 'All loaded leads of this search' },
    ...(searchId === undefined ? lists.map(({ id, name }) => ({ value: id, label: name })) : []),
  ]
  return <LabeledSelect label="Leads" options={options} {...field} />
}

function titleOf({ searchId, listId, selected, filtered }: Omit<ExportDialogProps, 'onClose'>): string {
  if (selected !== undefined) return `Export ${count(selected.total, 'selected lead')}`
  if (filtered !== undefined && searchId === undefined) return 'Export the leads that match'
  if (listId !== undefined) return 'Export the leads of this list'
  return searchId === undefined ? 'Export all of your leads' : 'Export the leads of this search'
}

type PreviewLineProps = { preview: ExportPreview | undefined; hasFailed: boolean; kind: ExportKind }

/** A text that is at least two lines high, so that it does not move the content below it. */
function PreviewLine({ preview, hasFailed, kind }: PreviewLineProps) {
  return (
    <output className="block min-h-10 text-sm text-ink-2 tabular-nums">
      {hasFailed && preview === undefined ? 'The leads could not be counted. You can still export them.' : null}
      {preview && describePreview(preview, kind)}
    </output>
  )
}

export function describePreview({ rows, leftOut }: ExportPreview, kind: ExportKind): string {
  const { doNotContact, returned, notShareable, withoutEmail } = leftOut
  const total = rows + doNotContact + returned + notShareable + withoutEmail
  const maxRows = presetOf(kind)?.maxRows
  return sentences([
    rows === total
      ? `${count(rows, 'lead')} will be exported.`
      : `${formatNumber(rows)} of ${count(total, 'lead')} will be exported.`,
    withoutEmail > 0 && `${count(withoutEmail, 'lead has', 'leads have')} no email.`,
    doNotContact > 0 && `${count(doNotContact, 'business is', 'businesses are')} not to be contacted.`,
    returned > 0 && `${count(returned, 'lead was', 'leads were')} returned.`,
    notShareable > 0 && `${count(notShareable, 'lead')} may not be passed on.`,
    maxRows !== undefined &&
      rows > maxRows &&
      `One import takes ${formatNumber(maxRows)} rows, so the file must be split.`,
  ])
}

function ColumnPicker() {
  const { columns } = useExportChoice()
  return (
    <div className="flex flex-col gap-4">
      {columnGroups.map(group => (
        <fieldset key={group.name} className="min-w-0">
          <legend className="text-sm font-medium text-ink">{group.name}</legend>
          <div className="mt-1.5 grid gap-x-4 gap-y-1.5 sm:grid-cols-3 touch:gap-y-0">
            {group.columns.map(column => (
              <Checkbox
                key={column}
                label={columnLabel(column)}
                checked={columns.includes(column)}
                onChange={({ target }) =>
                  chooseExport({
                    columns: exportColumns.filter(one => (one === column ? target.checked : columns.includes(one))),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
      <Button
        variant="link"
        size="inline"
        className="self-start text-sm"
        onClick={() => chooseExport({ columns: defaultColumns })}
      >
        Use the default columns
      </Button>
    </div>
  )
}

function FixedColumns({ kind }: { kind: ExportKind }) {
  const preset = presetOf(kind)
  return (
    <p className="text-sm text-pretty text-ink-3">
      {preset === undefined
        ? 'Each lead becomes a contact with its name, phone, email, website, and address.'
        : `Columns: ${preset.columns.map(({ header }) => header).join(', ')}.`}
    </p>
  )
}
