import { parentPort, workerData } from 'node:worker_threads'
import { type KnownField, knownFileRows } from '#contract/leads/known-fields.ts'
import { ImportError, isEmptyCell } from '#place-files/tables.ts'
import type { SuppressionEntry } from '#server/catalog/suppression/suppression.rules.ts'
import { asPersonal, columnOrder, contacts, isPersonal, streetOf } from './file-columns.rules.ts'
import { readHeader, recordsOf, threadFault, type ThreadFault } from './file-records.ts'
import type { RowCells } from './known-business.rules.ts'

/**
 * `fields` names the content of each column. If it is null, only the header and the first rows are read. If it is
 * 'contacts', the phones, emails, and domains in all cells are read.
 */
export type FileOptions = { bytes: Uint8Array; fields: readonly (KnownField | null)[] | null | 'contacts' }
/** `text` is the beginning of the row, as shown to users. */
export type ContactRow = { row: number; text: string; entries: SuppressionEntry[] }
export type FileRow = { row: number; cells: RowCells }
export type FileMessage =
  | { kind: 'header'; header: string[]; samples: string[][] }
  | { kind: 'rows'; rows: FileRow[] }
  | { kind: 'contacts'; rows: ContactRow[] }
  /** `hasMore` is true if the file has more rows than were read. */
  | { kind: 'end'; hasMore: boolean }

const BATCH_ROWS = 250
const LONGEST_CELL = 300
const LONGEST_SAMPLE = 60
const LONGEST_TEXT = 120

const port = parentPort
const send = (message: FileMessage | ThreadFault) => port?.postMessage(message)

// Batches are sent on demand, because reading ahead would fill the memory.
let demand = Promise.withResolvers<void>()
port?.on('message', () => demand.resolve())

async function nextDemand(): Promise<void> {
  await demand.promise
  demand = Promise.withResolvers()
}

const cut = (cell: string, length: number): string => cell.slice(0, length).toWellFormed().replaceAll('\0', '')

async function run({ bytes, fields }: FileOptions): Promise<void> {
  const numbers: number[] = []
  const records = recordsOf(bytes, numbers)
  if (fields === 'contacts') return sendContacts(records, numbers)
  const { header, at: headerAt, first } = await readHeader(records)
  if (first.length === 0) throw new ImportError('The file has column names, but no rows.')
  const samples = first.map(record => header.map((_, at) => cut(record[at] ?? '', LONGEST_SAMPLE)))
  send({ kind: 'header', header: header.map(name => cut(name.trim(), LONGEST_SAMPLE)), samples })
  if (fields === null) return
  const order = columnOrder(header, first)
  const personal = new Set([...header.keys()].filter(at => fields[at] === 'phone' && isPersonal(header[at])))
  const { push, end } = sender<FileRow>(rows => ({ kind: 'rows', rows }))
  let next = headerAt
  const pushRow = async (record: readonly string[]) => {
    const isRead = await push({ row: numbers[++next] ?? 0, cells: cellsOf(record, fields, { order, personal }) })
    if (!isRead)
      throw new ImportError(`The file has more than ${knownFileRows.toLocaleString('en-US')} rows. Split it.`)
  }
  for (const record of first) await pushRow(record)
  for await (const record of records) await pushRow(record)
  await end(false)
}

/** Sends rows in batches. */
function sender<Row>(messageOf: (rows: Row[]) => FileMessage) {
  let batch: Row[] = []
  let taken = 0
  const flush = async () => {
    await nextDemand()
    send(messageOf(batch))
    batch = []
  }
  return {
    /** Returns false if the file has reached the maximum number of rows. */
    push: async (row: Row): Promise<boolean> => {
      if (taken === knownFileRows) return false
      taken += 1
      batch.push(row)
      if (batch.length === BATCH_ROWS) await flush()
      return true
    },
    end: async (hasMore: boolean) => {
      await flush()
      await nextDemand()
      send({ kind: 'end', hasMore })
    },
  }
}

/** Sends the contacts in all rows. If the first row has no contacts, it is treated as a header. */
async function sendContacts(records: AsyncGenerator<string[]>, numbers: readonly number[]): Promise<void> {
  // This module is large and is only needed here.
  const { distinctEntries, readContact, wordsOf } = await import('#server/leads/do-not-contact-entry.rules.ts')
  send({ kind: 'header', header: [], samples: [] })
  const { push, end } = sender<ContactRow>(rows => ({ kind: 'contacts', rows }))
  let row = 0
  for await (const record of records) {
    row++
    const cells = record.map(cell => cut(cell.trim(), LONGEST_CELL)).filter(cell => cell !== '')
    const entries = distinctEntries(cells.flatMap(wordsOf).flatMap(word => readContact(word) ?? []))
    const isHeader = row === 1 && entries.length === 0
    if (cells.length === 0 || isHeader) continue
    if (!(await push({ row: numbers[row - 1] ?? row, text: cut(cells.join(', '), LONGEST_TEXT), entries })))
      return end(true)
  }
  if (row === 0) throw new ImportError('The file is empty.')
  await end(false)
}

/** The cells of a row by field. Of a field's columns, the first one with a value counts. All contacts are kept. */
function cellsOf(
  record: readonly string[],
  fields: readonly (KnownField | null)[],
  { order, personal }: { order: readonly number[]; personal: ReadonlySet<number> },
): RowCells {
  const cells: RowCells = {}
  for (const at of order) {
    const [field, text] = [fields[at] ?? null, cut(record[at]?.trim() ?? '', LONGEST_CELL)]
    if (field === null || isEmptyCell(text)) continue
    if (cells[field] === undefined) cells[field] = personal.has(at) ? asPersonal(text) : text
    else if (contacts.has(field)) cells[field] += `; ${text}`
  }
  const street = streetOf(record, fields)
  return street === null ? cells : { ...cells, street: cut(street, LONGEST_CELL) }
}

try {
  await run(workerData as FileOptions)
} catch (error) {
  send(threadFault(error))
}
port?.close()
