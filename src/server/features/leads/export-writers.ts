import type { ExportColumn } from '#contract/export-columns.ts'
import type { ExportFormat } from '#contract/export-formats.ts'
import { byteOrderMark, csvLine } from '#server/platform/basics/csv.ts'
import type { ExportRow } from './export-row.rules.ts'

/** Turns rows into the text of a file, one row after the other, so that a file of any length needs little memory. */
export type ExportWriter = {
  start: (columns: readonly ExportColumn[]) => string
  /** Never empty. */
  row: (row: ExportRow) => string
  /** Written between two rows. */
  between: string
  end: string
}

const jsonRow = (row: ExportRow): string => JSON.stringify(Object.fromEntries(row))

/** The database can write rows of the default columns itself, as `csv` writes them: see `exportPage`. */
export const exportWriters: Record<ExportFormat, ExportWriter> = {
  csv: {
    start: columns => byteOrderMark + csvLine(columns),
    row: row => csvLine(row.map(([, value]) => csvValue(value))),
    between: '',
    end: '',
  },
  json: { start: () => '[\n', row: jsonRow, between: ',\n', end: '\n]\n' },
  ndjson: { start: () => '', row: row => `${jsonRow(row)}\n`, between: '', end: '' },
}

function csvValue(value: ExportRow[number][1]): string | number | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null || typeof value === 'number' || typeof value === 'string' ? value : value.join('; ')
}
