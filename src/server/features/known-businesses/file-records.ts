import { knownFileColumns } from '#contract/leads/known-fields.ts'
import { csvRecords, ImportError, isText, LINES_BEFORE_HEADER, unusableKind } from '#place-files/tables.ts'
import { fieldsNamed, isData } from './file-columns.rules.ts'
import { hasPassword, workbookRecords } from './workbook.ts'
import { piecesOf } from './zip-parts.ts'

/** What a thread says if it fails. `isInputFault`: because of the file. */
export type ThreadFault = { kind: 'fault'; message: string; isInputFault: boolean }
export const threadFault = (error: unknown): ThreadFault => ({
  kind: 'fault',
  message: error instanceof Error ? error.message : String(error),
  isInputFault: error instanceof ImportError,
})

/** Rows that tell what the columns contain. */
const SAMPLES = 20

// All four bytes are compared, because the first column of a text file may be called "PK".
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')

export function isWorkbook(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096))
  return ZIP.equals(head.subarray(0, 4)) && !head.includes('opendocument') && !head.includes('.iwa')
}

/** The records that are not blank. `numbers` gets the number of each one in a spreadsheet, before it is returned. */
export function recordsOf(bytes: Uint8Array, numbers: number[] = []): AsyncGenerator<string[]> {
  if (isWorkbook(bytes)) return workbookRecords(bytes, numbers)
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (hasPassword(file)) throw new ImportError('The workbook has a password. Save it without one, or save it as CSV.')
  const head = file.subarray(0, 4096)
  const what = unusableKind(head)
  if (what !== undefined) throw new ImportError(`This is ${what}.`)
  if (/^\uFEFF?\s*(?:\{\s*"|\[\s*[[{])/.test(head.toString())) throw new ImportError('This is JSON. Save it as CSV.')
  if (!isText(head)) throw new ImportError('The file is not a table of text. Save it as CSV.')
  let number = 0
  const onRecord = ({ isBlank }: { isBlank: boolean }) => {
    number += 1
    if (!isBlank) numbers.push(number)
  }
  return csvRecords(piecesOf(bytes), { advice: '.', observer: { onRecord } })
}

/** `at`: the number of the header, or of the record before the rows if there is none. `first`: records after it. */
export type Headed = { header: string[]; at: number; first: string[][] }

/** Reads the header, which may come after a title. */
export async function readHeader(records: AsyncGenerator<string[]>): Promise<Headed> {
  const lines: string[][] = []
  while (lines.length <= LINES_BEFORE_HEADER + SAMPLES) {
    const { value, done } = await records.next()
    if (done === true) break
    lines.push(value)
  }
  if (lines.length === 0) throw new ImportError('The file is empty.')
  const named = lines.slice(0, LINES_BEFORE_HEADER).map(fieldsNamed)
  const most = Math.max(...named)
  // A title is a single cell. Words above the names of columns may be known, too: "Phone" above "Office" and "Mobile".
  const start = Math.max(
    0,
    lines.findIndex(line => line.filter(cell => cell.trim() !== '').length > 1),
  )
  const table = lines[start] ?? []
  const isNamed = most > 0 || !isData(table)
  const at = isNamed ? (most > 0 ? named.indexOf(most) : start) : start - 1
  const header = isNamed ? (lines[at] ?? []) : table.map(() => '')
  if (header.length > knownFileColumns) throw new ImportError(`The file has more than ${knownFileColumns} columns.`)
  return { header, at, first: lines.slice(at + 1) }
}
