/** What Excel needs to read a CSV file as UTF-8. */
export const byteOrderMark = '\uFEFF'

const FORMULA_START = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * One line of RFC 4180, with its line end. Texts that a spreadsheet would run as a formula get an apostrophe in front;
 * numbers stay plain numbers; null is an empty field.
 */
export const csvLine = (fields: readonly (string | number | null)[]): string => `${fields.map(csvField).join(',')}\r\n`

function csvField(field: string | number | null): string {
  if (field === null) return ''
  if (typeof field === 'number') return String(field)
  const text = FORMULA_START.test(field) ? `'${field}` : field
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
