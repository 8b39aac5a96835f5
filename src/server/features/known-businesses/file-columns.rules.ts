import { type KnownField, knownFields } from '#contract/leads/known-fields.ts'
import { columnsOf, OF_PERSON, rareHeaders, meaningOfHeader } from '#place-files/tables.ts'

// The worker thread that reads files loads this module, so it has few imports.

/**
 * A file about people may have these columns for the person. They are used only if there is no column for the company.
 */
export const rare = new Set([...rareHeaders, 'name', 'url'])
// A register leaves out the trade name where it is the legal one.
for (const name of ['legalname', 'legalbusinessname']) rare.delete(name)

export const OLD_VALUES = 'leadline_old_values'
/** The last columns of a filled file. */
export const aboutColumns: readonly string[] = [
  'leadline_status',
  'leadline_changed',
  OLD_VALUES,
  'leadline_source',
  'leadline_confirmed_on',
]

export const contacts: ReadonlySet<KnownField> = new Set(['phone', 'website', 'email'])

/** Whether all columns of a field are read: they are not parts of one address. */
export const isInAll = (field: KnownField): boolean => contacts.has(field) || field === 'name'

/** The field of each column by its header. Columns with one field are of one address, or several phones or names. */
export function fieldsOf(header: readonly string[]): (KnownField | null)[] {
  const fields: (KnownField | null)[] = header.map(() => null)
  for (const [field, columns] of knownColumns(header)) {
    const { rank } = meaningOfHeader(header[columns[0] ?? -1])
    for (const at of columns) if (isInAll(field) || meaningOfHeader(header[at]).rank === rank) fields[at] = field
  }
  return fields
}

/** Whether a phone of such a column is that of a person: it tells the business, and is never filled or replaced. */
export const isPersonal = (header = ''): boolean =>
  meaningOfHeader(header).rank === OF_PERSON || /mobile|\bcell|\bhome/i.test(header)

/** A phone that only a column of a person has, such as "Mobile": other phones are before and after a semicolon. */
export const asPersonal = (phone: string): string => `; ${phone}`
export const withoutMark = (phone: string): string => phone.replace(/^; /, '')

/**
 * The columns in the order in which they are read. Among columns with the same field, the best one comes first, and one
 * that is empty in all of these rows last.
 */
export function columnOrder(header: readonly string[], rows: readonly (readonly string[])[]): number[] {
  const best = knownColumns(header).flatMap(([, columns]) => columns)
  const isEmpty = (at: number) => !rows.some(row => (row[at] ?? '').trim() !== '')
  const ranks = header.map(
    (name, at) =>
      (isEmpty(at) ? 4 : 0) + (isPersonal(name) ? 2 : 0) + (best.includes(at) ? best.indexOf(at) / best.length : 1),
  )
  return [...header.keys()].toSorted((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0))
}

const isKnown = (entry: [string, number[]]): entry is [KnownField, number[]] => entry[0] in knownFields
export const knownColumns = (header: readonly string[]): [KnownField, number[]][] =>
  [...columnsOf(header, { rare })].filter(isKnown)

/** What no header looks like: a ZIP code, a phone, an email, or an address of a page. */
const data = /^(?:\d{5}(?:-\d{4})?|\+?[\d\s().-]{10,20}|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)$|^(?:https?:\/\/|www\.)/i

/** How many columns a line names. A line of data may have the word "Restaurant" or "Store", which would be a name. */
export function fieldsNamed(line: readonly string[]): number {
  const named = fieldsOf(line).filter(field => field !== null)
  return isData(line) || (line.length > 1 && named.join() === 'name') ? 0 : named.length
}

/** True for a line that has data where headers are expected. */
export const isData = (line: readonly string[]): boolean => line.some(cell => data.test(cell.trim()))

export const isHouseNumber = (cell: string): boolean => /^\d{1,6}[ -]?(?:[a-z]|\d{1,3})?$/i.test(cell)

/** The street of a row with the house number in a column of its own; else null. */
export function streetOf(record: readonly string[], fields: readonly (string | null)[]): string | null {
  const cells = record.flatMap((cell, at) => (fields[at] === 'street' ? cell.trim() || [] : []))
  const number = cells.find(isHouseNumber)
  const others = cells.filter(cell => cell !== number)
  if (number === undefined || others.length === 0 || others.some(cell => /^\d+(?:-\d+)?[a-z]?\s/i.test(cell)))
    return null
  return [number, ...others].join(' ')
}
