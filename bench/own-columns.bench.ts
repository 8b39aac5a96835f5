import path from 'node:path'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { type KnownField, knownFields } from '#contract/leads/known-fields.ts'
import { loadGazetteer } from '#geography/index.ts'
import { columnOrder } from '#server/features/known-businesses/file-columns.rules.ts'
import { type FileHead, readHead, readRows } from '#server/features/known-businesses/file-thread.ts'
import type { FileRow } from '#server/features/known-businesses/file-worker.ts'
import { fieldsOfFile } from '#server/features/known-businesses/guess-columns.rules.ts'
import { readBusiness } from '#server/features/known-businesses/known-business.rules.ts'
import { csvLine } from '#server/platform/basics/csv.ts'
import { linesOfList } from '#server/platform/basics/own-text.ts'
import { belongsToHeldOut, shareWithInterval } from './support/held-out.ts'

type Line = (string | number | null)[]
type Column = string | number
/** A file as somebody made it. `want`: the column of each fact, by its header or number, or several that are right. */
type OwnFile = {
  id: string
  from: string
  header?: string[]
  rows: (Line | Record<string, string>)[]
  want: Partial<Record<KnownField, Column | Column[]>>
  as?: {
    format?: 'xlsx'
    delimiter?: string
    encoding?: 'utf-8-bom' | 'utf-16le' | 'windows-1252'
    newline?: 'crlf'
    quote?: 'all'
    above?: Line[]
    below?: Line[]
    sheet?: string
    first?: { name: string; rows: Line[] }
    last?: { name: string; rows: Line[] }
    text?: string
    dataRows?: number
  }
}
const important = ['name', 'phone', 'street', 'city', 'state', 'zip', 'website', 'email'] as const
type Verdict = 'right' | 'missed' | 'wrong'
type Outcome = { file: OwnFile; facts: [KnownField, Verdict, string][]; isHeaderRight: boolean; areRowsRight: boolean }

/**
 * What is guessed of files as programs and people make them (lists in `own-rows`), by the thread that reads uploads: the
 * row of the header, the rows, and the column of each fact. Failures are printed of the half to tune with.
 */
export async function run(): Promise<void> {
  const gazetteer = await loadGazetteer()
  for (const list of ['files', 'further-files']) {
    const files = linesOfList(path.join(import.meta.dirname, `own-rows/${list}.jsonl`)).map(
      line => JSON.parse(line) as OwnFile,
    )
    const outcomes: Outcome[] = []
    for (const file of files) outcomes.push(await look(file, cells => readBusiness(cells, gazetteer).problem === null))
    for (const half of ['tuned', 'held out'])
      print(
        `${list}, ${half}`,
        outcomes.filter(({ file }) => belongsToHeldOut(file.id) === (half === 'held out')),
      )
  }
}

function print(half: string, outcomes: readonly Outcome[]): void {
  const count = (isWanted: (outcome: Outcome) => boolean) => outcomes.filter(isWanted).length
  const facts = outcomes.flatMap(outcome => outcome.facts)
  const share = (part: number) => `${part} of ${outcomes.length}, ${shareWithInterval(part, outcomes.length)}`
  console.log(`\n${half}: ${outcomes.length} files`)
  console.log(
    `every column right   ${share(count(({ facts: all }) => all.every(([, verdict]) => verdict === 'right')))}`,
  )
  console.log(`header row right     ${share(count(({ isHeaderRight }) => isHeaderRight))}`)
  console.log(`rows right           ${share(count(({ areRowsRight }) => areRowsRight))}`)
  for (const verdict of ['right', 'missed', 'wrong']) {
    const some = facts.filter(([, of]) => of === verdict)
    const byField = important.map(field => `${field} ${some.filter(([of]) => of === field).length}`)
    console.log(`columns ${verdict.padEnd(12)} ${String(some.length).padStart(3)} (${byField.join(', ')})`)
  }
  if (half.endsWith('tuned')) for (const outcome of outcomes) printFailures(outcome)
}

function printFailures({ file, facts, isHeaderRight, areRowsRight }: Outcome): void {
  const faults = facts.filter(([, verdict]) => verdict !== 'right').map(fact => fact.join(' '))
  if (!isHeaderRight) faults.push('header')
  if (!areRowsRight) faults.push('rows')
  if (faults.length > 0) console.log(`  ${file.id}: ${faults.join(' | ')}`)
}

async function look(file: OwnFile, isLookedUp: (cells: FileRow['cells']) => boolean): Promise<Outcome> {
  const sent = { bytes: await bytesOf(file), account: { id: 1, isEmailVerified: true }, network: 'bench' as never }
  let head: FileHead = { header: [], samples: [] }
  const rows: FileRow[] = []
  let fields: (KnownField | null)[] = []
  try {
    head = await readHead(sent)
    fields = fieldsOfFile(head.header, head.samples)
    await readRows({ ...sent, fields }, async batch => void rows.push(...batch))
  } catch (error) {
    console.log(belongsToHeldOut(file.id) ? '' : `  ${file.id}: ${String(error)}`)
  }
  const texts = dataRows(file)
  const read = rows.filter(({ cells }) => isLookedUp(cells))
  const missing = texts.filter(
    text => !rows.some(({ cells }) => Object.values(cells).some(cell => text.some(one => isSame(cell, one)))),
  )
  return {
    file,
    facts: important.flatMap(field => judge(file, field, { fields, order: columnOrder(head.header, head.samples) })),
    isHeaderRight: head.header.join('') === (file.header ?? headerOfText(file)).map(name => name.trim()).join(''),
    areRowsRight: missing.length === 0 && read.length <= texts.length,
  }
}

const isSame = (cell: string, text: string) => cell.split('; ').includes(text.trim())
const headerOfText = ({ as }: OwnFile): string[] => as?.text?.split('\n', 1)[0]?.split(',') ?? []

/** The texts of each row that is a business. */
function dataRows({ header, rows, as = {} }: OwnFile): string[][] {
  if (as.text !== undefined)
    return as.text
      .split('\n')
      .slice(1, -1)
      .map(line => line.split(','))
  return rows
    .map(row =>
      Object.values(row)
        .map(cell => String(cell ?? ''))
        .filter(cell => cell.trim() !== ''),
    )
    .filter(cells => cells.some(cell => !header?.includes(cell)))
}

function judge(
  { header, want, rows }: OwnFile,
  field: KnownField,
  { fields, order }: { fields: readonly (KnownField | null)[]; order: readonly number[] },
): [KnownField, Verdict, string][] {
  const columns = order.filter(at => fields[at] === field)
  const nameOf = (at: number) => header?.[at] ?? String(at)
  const accepted = [want[field] ?? []]
    .flat()
    .map(column => (typeof column === 'number' ? column : header?.indexOf(column)))
  const [best] = columns
  // The legal name counts in a row without a trade name.
  const mayBeMore = field === 'phone' || field === 'email' || field === 'name'
  const isHarmful = (at: number) =>
    mayBeMore ? /fax|pager|assistant|owner|contact name/i.test(nameOf(at)) : !accepted.includes(at)
  // A street may be in parts, such as the house number, "N", and "Ave".
  const isPart = (at: number) => rows.every(row => /^\S{0,6}$/.test(String(Object.values(row)[at] ?? '')))
  if (field === 'street' && columns.length > 1 && columns.every(at => accepted.includes(at) || isPart(at)))
    return [[field, 'right', '']]
  if (best === undefined) return accepted.length === 0 ? [] : [[field, 'missed', '']]
  const isRight = accepted.includes(best) && !columns.slice(1).some(isHarmful)
  return [[field, isRight ? 'right' : 'wrong', columns.map(nameOf).join(', ')]]
}

async function bytesOf({ header, rows, as = {} }: OwnFile): Promise<Uint8Array> {
  const { above = [], below = [], delimiter = ',' } = as
  const lines = rows.map(row => (Array.isArray(row) ? row : (header ?? []).map(name => row[name] ?? '')))
  const table: Line[] = [...above, ...(header === undefined ? [] : [header]), ...lines, ...below]
  if (as.format === 'xlsx') {
    const sheets = [as.first, { name: as.sheet ?? 'Sheet1', rows: table }, as.last].filter(sheet => sheet !== undefined)
    return writeXlsx({ sheets: sheets.map(({ name, rows: cells }) => ({ name, rows: cells as CellValue[][] })) })
  }
  const newline = as.newline === 'crlf' ? '\r\n' : '\n'
  const textOf = (line: Line): string => {
    const cells = line.map(cell => String(cell ?? ''))
    if (as.quote === 'all') return cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(delimiter)
    return delimiter === ',' ? csvLine(cells) : cells.join(delimiter)
  }
  return encoded(as.text ?? table.map(line => textOf(line).trimEnd() + newline).join(''), as.encoding)
}

function encoded(text: string, encoding = 'utf-8'): Uint8Array {
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le')
  if (encoding === 'utf-8-bom') return Buffer.from(`\uFEFF${text}`)
  return encoding === 'windows-1252' ? Buffer.from(text, 'latin1') : Buffer.from(text)
}

if (important.some(field => !(field in knownFields))) throw new Error('A fact of the files is not one of the product')
