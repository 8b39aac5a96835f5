import path from 'node:path'
import { knownFileColumns, knownFileRows } from '#contract/leads/known-fields.ts'
import { ImportError, LINES_BEFORE_HEADER } from '#place-files/tables.ts'
import { fieldsNamed } from './file-columns.rules.ts'
import { type CellContext, columnOf, isDateFormat, isTrue, textOfCell } from './workbook-cells.rules.ts'
import { itemsOf } from './workbook-xml.ts'
import { damaged, openZip, tooLarge, type ZipParts } from './zip-parts.ts'

/** The largest sheet in Excel. */
const MAX_COLUMNS = 16_384
const MAX_ROWS = 1_048_576
/**
 * The limit includes empty cells. A cell in Excel's last column makes a row of 16,384 cells, so a tiny file could take
 * minutes to read.
 */
export const MAX_CELLS = (knownFileRows + 1) * knownFileColumns

/** What is kept in memory is limited, too: by parts with many entries, a tiny file could fill it. */
const MAX_LIST_BYTES = 5_000_000
const MAX_STYLES_BYTES = 20_000_000
const MAX_TEXTS_BYTES = 60_000_000
/** In each row, 40 columns of texts that no other cell has. */
const MAX_TEXTS = (knownFileRows + 1) * 40

const OLD_FORMAT = Buffer.from('d0cf11e0', 'hex')

/** Whether a file is a workbook with a password, which Excel stores in the old file format. */
export const hasPassword = (file: Buffer): boolean =>
  OLD_FORMAT.equals(file.subarray(0, 4)) && file.includes('EncryptedPackage', 0, 'utf16le')

/**
 * The records of a workbook's table, without empty records. The sheet is unpacked and parsed piece by
 * piece; only the shared texts are kept in memory.
 */
export async function* workbookRecords(bytes: Uint8Array, numbers: number[] = []): AsyncGenerator<string[]> {
  const { rows } = await openSheet(bytes)
  for await (const { record, number } of rows) {
    numbers.push(number)
    yield record
  }
}

/** A row that is not empty. `at`: its number among the rows that the sheet contains, from 0. `number`: as shown. */
export type SheetRow = { record: string[]; at: number; number: number }

/** The sheet with the table: the path of its part, and its rows. */
export async function openSheet(bytes: Uint8Array): Promise<{ sheet: string; rows: AsyncGenerator<SheetRow> }> {
  const parts = openZip(bytes)
  const workbook = partOfType(await relationsOf(parts, ''), 'officeDocument')
  if (workbook === undefined) throw damaged()
  const relations = await relationsOf(parts, workbook)
  const { sheets, isFrom1904 } = await readWorkbook(parts, workbook)
  const context = {
    isFrom1904,
    texts: await readTexts(parts, partOfType(relations, 'sharedStrings')),
    dateStyles: await readDateStyles(parts, partOfType(relations, 'styles')),
  }
  const rowsOf = (sheet: string) => filledRows(readRows(parts, sheet, context))
  const sheet = await firstTable(tableSheets(sheets, relations), rowsOf)
  return { sheet, rows: rowsOf(sheet) }
}

type NumberedRow = { row: string[]; number: number }

async function* filledRows(rows: AsyncGenerator<NumberedRow>): AsyncGenerator<SheetRow> {
  let cells = 0
  let at = -1
  for await (const { row, number } of rows) {
    at += 1
    cells += row.length
    if (cells > MAX_CELLS)
      throw new ImportError('The rows of the workbook are too long. Delete the columns that you do not need.')
    if (row.some(cell => cell.trim() !== '')) yield { record: Array.from(row, cell => cell ?? ''), at, number }
  }
}

type Relation = { id: string; type: string; target: string }

/** The parts that a part refers to. The empty path stands for the whole file. */
async function relationsOf(parts: ZipParts, part: string): Promise<Relation[]> {
  const folder = path.posix.join('/', path.posix.dirname(part))
  const file = path.posix.join(folder, '_rels', `${path.posix.basename(part)}.rels`).slice(1)
  const relations = itemsOf<Relation>(readIfAny(parts, file, MAX_LIST_BYTES), take => ({
    open: (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (name === 'Relationship') take({ id, type, target: path.posix.resolve(folder, target).slice(1) })
    },
  }))
  return Array.fromAsync(relations)
}

const partOfType = (relations: readonly Relation[], type: string): string | undefined =>
  relations.find(relation => relation.type.endsWith(`/${type}`))?.target

async function* readIfAny(parts: ZipParts, part: string | undefined, maxBytes: number): AsyncGenerator<string> {
  if (part !== undefined && parts.has(part)) yield* parts.read(part, maxBytes)
}

/** `id` is the id of the workbook's relation to the sheet. */
type Sheet = { id: string; isHidden: boolean }

/** The sheets in the order of their tabs. */
async function readWorkbook(parts: ZipParts, part: string): Promise<{ sheets: Sheet[]; isFrom1904: boolean }> {
  let isFrom1904 = false
  const sheets = itemsOf<Sheet>(parts.read(part, MAX_LIST_BYTES), take => ({
    open: (name, attributes) => {
      if (name === 'workbookPr') isFrom1904 = isTrue(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const isHidden = /hidden/i.test(attributes.state ?? '')
      for (const [key, id] of Object.entries(attributes)) if (key.endsWith(':id')) take({ id, isHidden })
    },
  }))
  return { sheets: await Array.fromAsync(sheets), isFrom1904 }
}

/** The first sheet with column names, because a workbook may begin with a page about it; or else the first of all. */
async function firstTable(
  sheets: readonly string[],
  rowsOf: (sheet: string) => AsyncGenerator<SheetRow>,
): Promise<string> {
  const [first] = sheets
  if (first === undefined) throw damaged()
  for (const sheet of sheets.length === 1 ? [] : sheets) {
    let lines = 0
    for await (const { record } of rowsOf(sheet)) {
      if (fieldsNamed(record) > 0) return sheet
      if (++lines === LINES_BEFORE_HEADER) break
    }
  }
  return first
}

/**
 * The paths of the parts with the visible sheets, or with all sheets if all are hidden. Sheets that only contain a chart
 * are skipped, because they have no cells.
 */
function tableSheets(sheets: readonly Sheet[], relations: readonly Relation[]): string[] {
  const parts = new Map(
    relations.flatMap(({ id, type, target }) => (type.endsWith('/chartsheet') ? [] : [[id, target]])),
  )
  const visible = sheets.filter(({ id, isHidden }) => !isHidden && parts.has(id))
  return [...new Set((visible.length > 0 ? visible : sheets).flatMap(({ id }) => parts.get(id) ?? []))]
}

async function readTexts(parts: ZipParts, part: string | undefined): Promise<string[]> {
  const texts: string[] = []
  const found = itemsOf<string>(readIfAny(parts, part, MAX_TEXTS_BYTES), take => ({
    close: (name, text) => {
      if (name === 'si') take(text.take())
    },
  }))
  for await (const text of found) if (texts.push(text) > MAX_TEXTS) throw tooLarge()
  return texts
}

/** Whether each style shows numbers as dates. */
const readDateStyles = (parts: ZipParts, part: string | undefined): Promise<boolean[]> =>
  Array.fromAsync(
    itemsOf<boolean>(readIfAny(parts, part, MAX_STYLES_BYTES), take => {
      const codes = new Map<string, string>()
      let isOfCells = false
      return {
        open: (name, { numFmtId = '', formatCode = '' }) => {
          if (name === 'numFmt') codes.set(numFmtId, formatCode)
          if (name === 'cellXfs') isOfCells = true
          if (name === 'xf' && isOfCells) take(isDateFormat(Number(numFmtId), codes.get(numFmtId)))
        },
        close: name => {
          if (name === 'cellXfs') isOfCells = false
        },
      }
    }),
  )

/** The rows of a sheet. An empty cell is a hole in its row. */
function readRows(parts: ZipParts, sheet: string, context: CellContext): AsyncGenerator<NumberedRow> {
  return itemsOf<NumberedRow>(parts.read(sheet), take => {
    let rows = 0
    let number = 0
    let row: string[] = []
    let column = -1
    let cell = { type: '', style: -1 }
    return {
      open: (name, { r = '', t = '', s = '-1' }) => {
        if (name === 'row') {
          if (++rows > MAX_ROWS) throw damaged()
          // A sheet may lack its empty rows, and need not number the others.
          number = Number(r) > number && Number(r) <= MAX_ROWS ? Number(r) : number + 1
          row = []
          column = -1
        }
        if (name !== 'c') return
        column = r === '' ? column + 1 : columnOf(r)
        if (column < 0 || column >= MAX_COLUMNS) throw damaged()
        cell = { type: t, style: Number(s) }
      },
      close: (name, text) => {
        if (name === 'c') row[column] = textOfCell({ ...cell, text: text.take() }, context)
        if (name === 'row') take({ row, number })
      },
    }
  })
}
