import { parentPort, workerData } from 'node:worker_threads'
import { editCsv, readForm, type RecordEdit } from '#place-files/tables.ts'
import { aboutColumns, columnOrder, isPersonal, OLD_VALUES, streetOf } from './file-columns.rules.ts'
import type { FilledColumn } from './file-facts.ts'
import { isWorkbook, threadFault, type ThreadFault } from './file-records.ts'
import { editWorkbook } from './workbook-edit.ts'
import { MAX_CELLS, openSheet } from './workbook.ts'
import { piecesOf } from './zip-parts.ts'

/** What a row gets: values of columns, and those of `aboutColumns`. */
export type FilledCells = { cells: Partial<Record<FilledColumn, string>>; about: readonly string[] }
export type FillOptions = {
  bytes: Uint8Array
  /** What each column of the file contains; '' if it is not used. */
  fields: readonly string[]
  /** The headers of the columns to add, by content. */
  columns: readonly [FilledColumn, string][]
  /** In the order of the file. */
  rows: readonly FilledCells[]
}
export type FillMessage = { kind: 'file'; bytes: Uint8Array }

type Table = { records: string[][]; write: (edits: readonly (RecordEdit | undefined)[], width: number) => Uint8Array }

async function readCsv(bytes: Uint8Array): Promise<Table> {
  const records: string[][] = []
  const form = await readForm(piecesOf(bytes), record => void records.push([...record]))
  // One long line must not make all others as long.
  const write: Table['write'] = (edits, width) =>
    editCsv(bytes, { form, width: Math.min(width, MAX_CELLS / records.length), editOf: record => edits[record] })
  return { records, write }
}

async function readSheet(bytes: Uint8Array): Promise<Table> {
  const { sheet, rows } = await openSheet(bytes)
  const found = await Array.fromAsync(rows)
  return {
    records: found.map(({ record }) => record),
    write: (edits, width) => {
      const byRow = found.flatMap(({ at }, index): [number, RecordEdit][] => {
        const edit = edits[index]
        return edit === undefined ? [] : [[at, edit]]
      })
      return editWorkbook(bytes, { sheet, width, edits: new Map(byRow) })
    },
  }
}

const partsOfAddress = new Set(['street', 'city', 'state', 'zip'])
const WIDEST = 16_000
const textsIn = (record: readonly string[]): number => record.findLastIndex(cell => cell.trim() !== '') + 1

async function fill({ bytes, fields: told, columns: wanted, rows }: FillOptions): Promise<Uint8Array> {
  const { records, write } = await (isWorkbook(bytes) ? readSheet(bytes) : readCsv(bytes))
  // Before the first row, whatever would be taken for the header today.
  const at = records.length - rows.length - 1
  const line = records[at] ?? []
  const header = Array.from({ length: Math.max(line.length, told.length) }, (_, column) => line[column] ?? '')
  const order = columnOrder(header, records.slice(at + 1))
  // A new address is not put into the columns of one in parts, but next to them.
  const isInParts = records.slice(at + 1).some(record => streetOf(record, told) !== null)
  const isKept = (field: string, column: number) =>
    field === 'phone' ? isPersonal(header[column]) : isInParts && partsOfAddress.has(field)
  const fields = told.map((field, column) => (isKept(field, column) ? '' : field))
  const columns = wanted.filter(([content]) => !fields.includes(content))
  const widest = records.reduce((most, record) => Math.max(most, record.length), 0)
  // A sheet may have formats up to its last column, which new ones cannot follow.
  const width = widest < WIDEST ? widest : records.reduce((most, record) => Math.max(most, textsIn(record)), 0)
  const headers = [...columns.map(([, name]) => name), ...aboutColumns]
  // A filled file that is filled again has them already.
  const places = headers.map(name => header.indexOf(name))
  const isNew = (_: unknown, index: number) => places[index] === -1
  const edits = records.map((record, index): RecordEdit | undefined => {
    if (index === at) return { cells: new Map(), more: headers.filter(isNew) }
    const row = index > at ? rows[index - at - 1] : undefined
    if (row === undefined) return undefined
    const values = [...columns.map(([content]) => row.cells[content] ?? ''), ...row.about]
    const again = values.flatMap((value, of): [number, string][] => {
      const place = places[of] ?? -1
      const was = record[place] ?? ''
      const now = nextValue({ was, value, header: headers[of] ?? '' })
      return place === -1 || now === was ? [] : [[place, now]]
    })
    return { cells: new Map([...cellsOf(record, row, { fields, order }), ...again]), more: values.filter(isNew) }
  })
  return write(edits, width)
}

/** What was replaced before stays, and so does a fact that is not new. The other columns are about this filling. */
function nextValue({ was, value, header }: { was: string; value: string; header: string }): string {
  if (header === OLD_VALUES) return [was, value].filter(text => text !== '').join('; ')
  return value === '' && !aboutColumns.includes(header) ? was : value
}

/** The cells that a row's values belong in: of a field's columns, the first with a value, or else the best one. */
function cellsOf(
  record: readonly string[],
  { cells }: FilledCells,
  { fields, order }: { fields: readonly string[]; order: readonly number[] },
): Map<number, string> {
  return new Map(
    Object.entries(cells).flatMap(([content, value]): [number, string][] => {
      const own = order.filter(column => fields[column] === content)
      // The name of a row without a trade name is its legal one, which stays.
      const isUsed = (candidate: number) => content !== 'name' && (record[candidate] ?? '').trim() !== ''
      const column = own.find(isUsed) ?? own[0]
      return column === undefined ? [] : [[column, value]]
    }),
  )
}

const port = parentPort
const send = (message: FillMessage | ThreadFault) => port?.postMessage(message)
try {
  send({ kind: 'file', bytes: await fill(workerData as FillOptions) })
} catch (error) {
  send(threadFault(error))
}
port?.close()
