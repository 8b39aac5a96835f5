import { parentPort, workerData } from 'node:worker_threads'
import { type KnownField, knownFileColumns, knownFileRows } from '#contract/known-businesses.ts'
import { ImportError } from '#server/catalog/place/import-error.ts'
import { csvRecords, LINES_BEFORE_HEADER } from '#server/catalog/readers/csv-reader.ts'
import { unusableKind } from '#server/catalog/readers/unusable-files.ts'
import { fieldsOf, isData } from './file-columns.rules.ts'
import type { RowCells } from './known-business.rules.ts'
import { workbookRecords } from './workbook.ts'

/** `fields`: what each column contains; null to read only the header and the first rows. */
export type FileOptions = { bytes: Uint8Array; fields: readonly (KnownField | null)[] | null }
export type FileRow = { row: number; cells: RowCells }
export type FileMessage =
  | { kind: 'header'; header: string[]; samples: string[][] }
  | { kind: 'rows'; rows: FileRow[] }
  | { kind: 'end' }
  | { kind: 'fault'; message: string; isInputFault: boolean }

const BATCH_ROWS = 250
const SAMPLES = 3
const LONGEST_CELL = 300
const LONGEST_SAMPLE = 60

const port = parentPort
const send = (message: FileMessage) => port?.postMessage(message)

// Batches are sent on demand. Reading ahead would fill the memory.
let demand = Promise.withResolvers<void>()
port?.on('message', () => demand.resolve())

async function nextDemand(): Promise<void> {
  await demand.promise
  demand = Promise.withResolvers()
}

const PIECE_BYTES = 65_536
async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES)
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

function recordsOf(bytes: Uint8Array): AsyncGenerator<string[]> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096))
  if (isZip(bytes) && !head.includes('opendocument')) return workbookRecords(bytes)
  const what = unusableKind(head)
  if (what !== undefined) throw new ImportError(`This is ${what}.`)
  return csvRecords(piecesOf(bytes))
}

type Headed = { header: string[]; first: string[][] }

/** The header may follow a title. */
async function readHeader(records: AsyncGenerator<string[]>): Promise<Headed> {
  const lines: string[][] = []
  while (lines.length <= LINES_BEFORE_HEADER + SAMPLES) {
    const { value, done } = await records.next()
    if (done === true) break
    lines.push(value)
  }
  if (lines.length === 0) throw new ImportError('The file is empty.')
  const known = lines
    .slice(0, LINES_BEFORE_HEADER)
    .findIndex(line => fieldsOf(line).some(field => field !== null) && !isData(line))
  const [first = []] = lines
  if (known === -1 && isData(first))
    throw new ImportError(
      'The first line of the file has no column names. Add a line such as: Name, Phone, Website, Address, City, State, ZIP.',
    )
  const at = Math.max(known, 0)
  const header = lines[at] ?? []
  if (header.length > knownFileColumns) throw new ImportError(`The file has more than ${knownFileColumns} columns.`)
  if (header.some(name => name.includes('\0')))
    throw new ImportError('The file is not a table of text. Save it as CSV.')
  return { header, first: lines.slice(at + 1) }
}

const cut = (cell: string, length: number): string => cell.slice(0, length).toWellFormed().replaceAll('\0', '')

async function run({ bytes, fields }: FileOptions): Promise<void> {
  const records = recordsOf(bytes)
  const { header, first } = await readHeader(records)
  if (first.length === 0) throw new ImportError('The file has column names, but no rows.')
  const samples = first.slice(0, SAMPLES).map(record => header.map((_, at) => cut(record[at] ?? '', LONGEST_SAMPLE)))
  send({ kind: 'header', header: header.map(name => cut(name.trim(), LONGEST_SAMPLE)), samples })
  if (fields === null) return
  let batch: FileRow[] = []
  let row = 0
  const push = async (record: readonly string[]) => {
    row++
    if (row > knownFileRows)
      throw new ImportError(`The file has more than ${knownFileRows.toLocaleString('en-US')} rows. Split it.`)
    batch.push({ row, cells: cellsOf(record, fields) })
    if (batch.length < BATCH_ROWS) return
    await nextDemand()
    send({ kind: 'rows', rows: batch })
    batch = []
  }
  for (const record of first) await push(record)
  for await (const record of records) await push(record)
  await nextDemand()
  send({ kind: 'rows', rows: batch })
  await nextDemand()
  send({ kind: 'end' })
}

/** Several columns of one kind, such as two phones, are joined. */
function cellsOf(record: readonly string[], fields: readonly (KnownField | null)[]): RowCells {
  const cells: RowCells = {}
  for (const [at, field] of fields.entries()) {
    const text = cut(record[at]?.trim() ?? '', LONGEST_CELL)
    if (field !== null && text !== '') cells[field] = cells[field] === undefined ? text : `${cells[field]}; ${text}`
  }
  return cells
}

try {
  await run(workerData as FileOptions)
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  send({ kind: 'fault', message, isInputFault: error instanceof ImportError })
}
port?.close()
