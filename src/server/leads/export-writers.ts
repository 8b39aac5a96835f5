import type { ExportFormat } from '#contract/leads/export-formats.ts'
import { byteOrderMark, csvLine, programLine } from '#server/platform/basics/csv.ts'
import type { ExportRow } from './export-row.rules.ts'
import { vCardOf } from './vcard.rules.ts'
import { xlsxFile } from './xlsx-thread.ts'

/** Turns rows into a file. Rows come in pages, so that a file of any length needs little memory. */
export type ExportWriter = {
  /** Formats one row as text, which is never empty. */
  row: (row: ExportRow) => string
  file: (columns: readonly string[], pages: AsyncIterable<readonly string[]>) => AsyncIterable<string | Uint8Array>
  /** Set if a worker thread writes the file. */
  isThreaded?: true
}

type TextFormat = {
  start: (columns: readonly string[]) => string
  row: ExportWriter['row']
  between: string
  end: string
}

const textFile = ({ start, row, between, end }: TextFormat): ExportWriter => ({
  row,
  async *file(columns, pages) {
    yield start(columns)
    let isFirst = true
    for await (const rows of pages) {
      if (rows.length === 0) continue
      yield (isFirst ? '' : between) + rows.join(between)
      isFirst = false
    }
    yield end
  },
})

const jsonRow = (row: ExportRow): string => JSON.stringify(Object.fromEntries(row))
const cellsOf = (row: ExportRow): (string | number | null)[] => row.map(([, value]) => cellOf(value))

/** The writer of each format. For the default columns, the database can write the lines of `csv`, see `exportPage`. */
export const exportWriters: Record<ExportFormat, ExportWriter> = {
  csv: textFile({
    start: columns => byteOrderMark + csvLine(columns),
    row: row => csvLine(cellsOf(row)),
    between: '',
    end: '',
  }),
  xlsx: { row: row => JSON.stringify(cellsOf(row)), file: xlsxFile, isThreaded: true },
  json: textFile({ start: () => '[\n', row: jsonRow, between: ',\n', end: '\n]\n' }),
  ndjson: textFile({ start: () => '', row: row => `${jsonRow(row)}\n`, between: '', end: '' }),
  vcf: textFile({ start: () => '', row: vCardOf, between: '', end: '' }),
}

/** CSV for import into another program, without a byte order mark, which some read as part of the first header. */
export const programCsv: ExportWriter = textFile({
  start: programLine,
  row: row => programLine(cellsOf(row)),
  between: '',
  end: '',
})

function cellOf(value: ExportRow[number][1]): string | number | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null || typeof value === 'number' || typeof value === 'string' ? value : value.join('; ')
}
