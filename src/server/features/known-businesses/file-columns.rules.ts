import { type KnownField, knownFields } from '#contract/leads/known-fields.ts'
import { addressKind, columnsOf, csvHeaders, plainName, rareHeaders } from '#place-files/tables.ts'

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

const spellings: ReadonlySet<string> = new Set(
  (Object.keys(knownFields) as KnownField[]).flatMap((field): readonly string[] => csvHeaders[field]),
)
/** Words that say whose fact a column has: "Business Postal Code", "Address 1 - City", "Main Email". */
const OWNER = /^(?:address|business|client|company|customer|location|main|office|organization|primary|work)/

/** A header as files usually write it. A column that we added to an earlier file, such as "leadline_phone", counts, too. */
function usualHeader(header: string): string {
  const plain = plainName(header).replace(/^leadline/, '')
  const whole = plain.replace(/^(address|organization|website)\d/, '$1').replace(/value$/, '')
  const bare = whole.replace(OWNER, '')
  return [plain, whole, bare].find(name => spellings.has(name) && (name === plain || !rareHeaders.has(name))) ?? header
}

const isKnown = (entry: [string, number[]]): entry is [KnownField, number[]] => entry[0] in knownFields
const knownColumns = (header: readonly string[]): [KnownField, number[]][] =>
  [...columnsOf(header.map(usualHeader), csvHeaders, { rare })].filter(isKnown)

const PHONE = /^\+?[\d\s().-]{10,20}$/
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/
const ADDRESS = /^(?:https?:\/\/|www\.)/i

/** Whether a line names columns that are known. */
export const isHeader = (line: readonly string[]): boolean =>
  fieldsOf(line).some(field => field !== null) && !isData(line)

/** True for a line that has data where headers are expected. */
export const isData = (line: readonly string[]): boolean =>
  line.some(cell => [PHONE, EMAIL, ADDRESS].some(pattern => pattern.test(cell.trim())))
