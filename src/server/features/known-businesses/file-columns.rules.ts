import { type KnownField, knownFields } from '#contract/leads/known-businesses.ts'
import { addressKind, columnsOf, csvHeaders, rareHeaders } from '#place-files/tables.ts'

// The worker thread that reads files loads this module, so it has few imports.

/**
 * A file about people may have these columns for the person. They are used only if there is no column for the company.
 */
const rare = new Set([...rareHeaders, 'name'])

export const OLD_VALUES = 'leadline_old_values'
/** The last columns of a filled file. */
export const aboutColumns: readonly string[] = [
  'leadline_status',
  'leadline_changed',
  OLD_VALUES,
  'leadline_source',
  'leadline_confirmed_on',
]

/** The field that each column contains, judged by its header. Several columns may contain the same field. */
export function fieldsOf(header: readonly string[]): (KnownField | null)[] {
  const fields: (KnownField | null)[] = header.map(() => null)
  for (const [field, columns] of knownColumns(header)) {
    const kind = addressKind(header[columns[0] ?? -1])
    for (const at of columns) if (addressKind(header[at]) === kind) fields[at] = field
  }
  return fields
}

/** The columns in the order in which they are read. Among columns with the same field, the best one comes first. */
export function columnOrder(header: readonly string[]): number[] {
  const best = knownColumns(header).flatMap(([, columns]) => columns)
  const rank = new Map(best.map((at, position) => [at, position]))
  return [...header.keys()].toSorted((a, b) => (rank.get(a) ?? -1) - (rank.get(b) ?? -1))
}

const isKnown = (entry: [string, number[]]): entry is [KnownField, number[]] => entry[0] in knownFields
/** A column that an earlier filled file had got, such as "leadline_phone", is the one of the field. */
const knownColumns = (header: readonly string[]): [KnownField, number[]][] =>
  [
    ...columnsOf(
      header.map(name => name.replace(/^leadline_/, '')),
      csvHeaders,
      { rare },
    ),
  ].filter(isKnown)

const PHONE = /^\+?[\d\s().-]{10,20}$/
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/
const ADDRESS = /^(?:https?:\/\/|www\.)/i

/** True for a line that has data where headers are expected. */
export const isData = (line: readonly string[]): boolean =>
  line.some(cell => [PHONE, EMAIL, ADDRESS].some(pattern => pattern.test(cell.trim())))
