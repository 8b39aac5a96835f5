import type { RecordEdit } from '#place-files/tables.ts'
import { cellText } from '#server/leads/xlsx-cells.rules.ts'
import { columnOf } from './workbook-cells.rules.ts'
import { damaged, readPart, replacePart } from './zip-parts.ts'

type SheetEdit = {
  sheet: string
  /** New columns follow this many. */
  width: number
  /** By the number of the row in the sheet, from 0. */
  edits: ReadonlyMap<number, RecordEdit>
}

/**
 * Writes new values into a sheet. Only its changed rows are written; other parts of the workbook, and other cells with
 * their types and styles, stay. A cell with a formula keeps it.
 */
export function editWorkbook(bytes: Uint8Array, { sheet, width, edits }: SheetEdit): Buffer {
  const xml = readPart(bytes, sheet)
  const prefix = prefixOf(xml)
  const pieces: Buffer[] = []
  let copied = 0
  let reference = 0
  for (const [at, { begin, end }] of elementsIn(xml, `${prefix}row`, xml.indexOf(`<${prefix}sheetData`)).entries()) {
    const edit = edits.get(at)
    const tag = xml.toString('utf8', begin, Math.min(end, begin + LONGEST_TAG))
    reference = Number(/^[^>]*?\sr="(\d+)"/.exec(tag)?.[1] ?? reference + 1)
    if (edit === undefined) continue
    const row = editedRow(xml.toString('utf8', begin, end), { edit, width, prefix, reference })
    pieces.push(xml.subarray(copied, begin), Buffer.from(row))
    copied = end
  }
  pieces.push(xml.subarray(copied))
  return replacePart(bytes, sheet, Buffer.concat(pieces))
}

const LONGEST_TAG = 2000

/** The prefix of the elements' names, such as "x:", which is usually empty. */
function prefixOf(xml: Buffer): string {
  const at = xml.indexOf('sheetData')
  const before = at === -1 ? -1 : xml.lastIndexOf('<', at)
  if (before === -1) throw damaged()
  return xml.toString('utf8', before + 1, at)
}

/** Where the elements with this name are. */
function elementsIn(xml: Buffer, name: string, from = 0): { begin: number; end: number }[] {
  const [open, close] = [`<${name}`, `</${name}>`]
  const elements: { begin: number; end: number }[] = []
  for (let at = from; ;) {
    const begin = xml.indexOf(open, at)
    if (begin === -1) return elements
    const next = String.fromCharCode(xml[begin + open.length] ?? 0)
    at = begin + open.length
    // "rowBreaks" begins with "row", too.
    if (!/[\s/>]/.test(next)) continue
    const tagEnd = xml.indexOf('>', begin)
    if (tagEnd === -1) throw damaged()
    const isEmpty = xml[tagEnd - 1] === '/'.charCodeAt(0)
    const closing = isEmpty ? tagEnd : xml.indexOf(close, tagEnd)
    if (closing === -1) throw damaged()
    at = isEmpty ? tagEnd + 1 : closing + close.length
    elements.push({ begin, end: at })
  }
}

type EditedRow = { edit: RecordEdit; width: number; prefix: string; reference: number }

function editedRow(xml: string, { edit, width, prefix, reference }: EditedRow): string {
  const tagEnd = xml.indexOf('>')
  const tag = xml
    .slice(0, tagEnd)
    .replace(/\/$/, '')
    .replace(/\sspans="[^"]*"/, '')
  const inner = xml.endsWith('/>') ? '' : xml.slice(tagEnd + 1, xml.lastIndexOf('<'))
  const values = new Map([...edit.cells, ...edit.more.map((value, at): [number, string] => [width + at, value])])
  const cells = cellsOf(inner, prefix)
  const hasReferences = cells.every(({ xml: cell }) => /^[^>]*\sr="/.test(cell))
  for (const [column, value] of values) {
    const found = cells.find(cell => cell.column === column)
    if (found === undefined && value !== '') cells.push({ column, xml: newCell({ value, column, reference, prefix }) })
    else if (found !== undefined && !found.xml.includes(`<${prefix}f`))
      found.xml = changedCell(found.xml, value, prefix)
  }
  const sorted = cells.toSorted((a, b) => a.column - b.column)
  const written = hasReferences ? sorted : withGaps(sorted, prefix)
  return `${tag}>${written.map(cell => cell.xml).join('')}</${prefix}row>`
}

type Cell = { column: number; xml: string }

function cellsOf(inner: string, prefix: string): Cell[] {
  const bytes = Buffer.from(inner)
  let column = -1
  return elementsIn(bytes, `${prefix}c`).map(({ begin, end }) => {
    const xml = bytes.toString('utf8', begin, end)
    const name = /^[^>]*?\sr="([A-Z]+\d+)"/.exec(xml)?.[1]
    column = name === undefined ? column + 1 : columnOf(name)
    return { column, xml }
  })
}

/** Without references, cells are in the columns in which they are counted. */
function withGaps(cells: readonly Cell[], prefix: string): Cell[] {
  const byColumn = new Map(cells.map(cell => [cell.column, cell]))
  const count = (cells.at(-1)?.column ?? -1) + 1
  return Array.from({ length: count }, (_, column) => byColumn.get(column) ?? { column, xml: `<${prefix}c/>` })
}

type NewCell = { value: string; column: number; reference: number; prefix: string }
const newCell = ({ value, column, reference, prefix }: NewCell): string =>
  `<${prefix}c r="${columnName(column)}${reference}" t="inlineStr">${inline(value, prefix)}</${prefix}c>`

/** The cell keeps its style. */
function changedCell(xml: string, value: string, prefix: string): string {
  const attributes = /^<[^\s/>]+([^>]*?)\/?>/.exec(xml)?.[1]?.replace(/\st="[^"]*"/, '') ?? ''
  return `<${prefix}c${attributes} t="inlineStr">${inline(value, prefix)}</${prefix}c>`
}

const inline = (value: string, prefix: string): string =>
  `<${prefix}is><${prefix}t xml:space="preserve">${escaped(cellText(value))}</${prefix}t></${prefix}is>`

// oxlint-disable-next-line no-control-regex -- XML cannot contain these
const FORBIDDEN = /[\0-\b\v\f\x0E-\x1F]/g
const escaped = (text: string): string =>
  text.replaceAll(FORBIDDEN, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** "AB" for column 27. */
function columnName(column: number): string {
  const rest = Math.floor(column / 26)
  return `${rest === 0 ? '' : columnName(rest - 1)}${String.fromCharCode(65 + (column % 26))}`
}
