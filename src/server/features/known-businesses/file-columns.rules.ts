import { type KnownField, knownFields } from '#contract/leads/known-fields.ts'
import { columnsOf, OF_PERSON, rareHeaders, meaningOfHeader } from '#place-files/tables.ts'

// The worker thread that reads files loads this module, so it has few imports.

/**
 * A file about people may have these columns for the person. They are used only if there is no column for the company.
 */
const rare = new Set([...rareHeaders, 'name', 'url'])

export const OLD_VALUES = 'leadline_old_values'
/** The last columns of a filled file. */
export const aboutColumns: readonly string[] = [
  'leadline_status',
  'leadline_changed',
  OLD_VALUES,
  'leadline_source',
  'leadline_confirmed_on',
]

const contacts: ReadonlySet<KnownField> = new Set(['phone', 'website', 'email'])

/** The field of each column by its header. Columns with one field are of one address, or of several phones, for example. */
export function fieldsOf(header: readonly string[]): (KnownField | null)[] {
  const fields: (KnownField | null)[] = header.map(() => null)
  for (const [field, columns] of knownColumns(header)) {
    const { rank } = meaningOfHeader(header[columns[0] ?? -1])
    for (const at of columns) if (contacts.has(field) || meaningOfHeader(header[at]).rank === rank) fields[at] = field
  }
  return fields
}

/** Whether a phone of such a column is that of a person: it tells the business, and is never filled or replaced. */
export const isPersonal = (header = ''): boolean =>
  meaningOfHeader(header).rank === OF_PERSON || /^(?:mobile|cell)/.test(meaningOfHeader(header).name)

/** A phone that only a column of a person has, such as "Mobile": other phones are before and after a semicolon. */
export const asPersonal = (phone: string): string => `; ${phone}`
export const withoutMark = (phone: string): string => phone.replace(/^; /, '')

/** The columns in the order in which they are read. Among columns with the same field, the best one comes first. */
export function columnOrder(header: readonly string[]): number[] {
  const best = knownColumns(header).flatMap(([, columns]) => columns)
  const rank = new Map(best.map((at, position) => [at, isPersonal(header[at]) ? header.length + position : position]))
  return [...header.keys()].toSorted((a, b) => (rank.get(a) ?? -1) - (rank.get(b) ?? -1))
}

const isKnown = (entry: [string, number[]]): entry is [KnownField, number[]] => entry[0] in knownFields
const knownColumns = (header: readonly string[]): [KnownField, number[]][] =>
  [...columnsOf(header, { rare })].filter(isKnown)

/** What the cells of some fields look like. No header looks like the first ones. */
const looks: readonly [KnownField, RegExp][] = [
  ['zip', /^\d{5}(?:-\d{4})?$/],
  ['phone', /^\+?[\d\s().-]{10,20}$/],
  ['email', /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/],
  ['website', /^(?:https?:\/\/|www\.|[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}$)/i],
  ['state', /^[A-Z]{2}$/],
  ['street', /^\d+\s+[\p{L}\d]/u],
]
const certain = [...looks.slice(0, 3).map(([, pattern]) => pattern), /^(?:https?:\/\/|www\.)/i]

/** How many columns a line names. A line of data may have the word "Restaurant" or "Store", which would be a name. */
export function fieldsNamed(line: readonly string[]): number {
  const named = fieldsOf(line).filter(field => field !== null)
  return isData(line) || (line.length > 1 && named.join() === 'name') ? 0 : named.length
}

/** True for a line that has data where headers are expected. */
export const isData = (line: readonly string[]): boolean =>
  line.some(cell => certain.some(pattern => pattern.test(cell.trim())))

/** The field that each column of a file contains, judged by its headers, or by its first rows if no header is known. */
export function fieldsOfFile(header: readonly string[], rows: readonly (readonly string[])[]): (KnownField | null)[] {
  const fields = fieldsOf(header)
  return fields.some(field => field !== null) ? fields : fieldsOfRows(rows)
}

function fieldsOfRows(rows: readonly (readonly string[])[]): (KnownField | null)[] {
  const columns = (rows[0] ?? []).map((_, at) => rows.flatMap(row => row[at]?.trim() || []))
  const found = columns.map(
    cells => looks.find(([, pattern]) => cells.length > 0 && cells.every(cell => pattern.test(cell)))?.[0] ?? null,
  )
  const isText = (at: number) => found[at] === null && (columns[at] ?? []).some(cell => /\p{L}{2}/u.test(cell))
  const city = found.findIndex((field, at) => (field === 'state' || field === 'zip') && isText(at - 1)) - 1
  // All rows may have the same kind of business.
  const name = columns.findIndex((cells, at) => at !== city && isText(at) && new Set(cells).size === cells.length)
  const byPlace = new Map<number, KnownField>([
    [city, 'city'],
    [name, 'name'],
  ])
  return found.map((field, at) => byPlace.get(at) ?? (found.indexOf(field) === at ? field : null))
}
