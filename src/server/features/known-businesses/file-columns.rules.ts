import { type KnownField, knownFields } from '#contract/leads/known-businesses.ts'
import { plainName } from '#server/catalog/readers/csv-columns.ts'
import { csvHeaders } from '#server/catalog/readers/csv-headers.ts'

// The worker thread that reads files loads this module, so it has few imports.

/**
 * A file about people may have these columns for the person, in addition to columns for the company. The company's
 * columns are used.
 */
const isPersonal = (name: string): boolean => name === 'name' || name === 'title'
const names: Record<KnownField, readonly string[]> = {
  ...csvHeaders,
  name: csvHeaders.name.toSorted((a, b) => Number(isPersonal(a)) - Number(isPersonal(b))),
}

/**
 * The field that each column contains, judged by its header. If several columns fit the same field, the best match is
 * used.
 */
export function fieldsOf(header: readonly string[]): (KnownField | null)[] {
  const plain = header.map(plainName)
  const fields: (KnownField | null)[] = header.map(() => null)
  for (const field of Object.keys(knownFields) as KnownField[]) {
    const at = names[field].map(name => plain.indexOf(name)).find(found => found !== -1 && fields[found] === null)
    if (at !== undefined) fields[at] = field
  }
  return fields
}

const PHONE = /^\+?[\d\s().-]{10,20}$/
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/
const ADDRESS = /^(?:https?:\/\/|www\.)/i

/** True for a line that has data where headers are expected. */
export const isData = (line: readonly string[]): boolean =>
  line.some(cell => [PHONE, EMAIL, ADDRESS].some(pattern => pattern.test(cell.trim())))
