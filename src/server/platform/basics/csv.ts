/** Excel needs it to read a CSV file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Spreadsheets of some languages read the wide forms, too, and some skip the end of a line. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/
const NEEDS_QUOTES = /[",\r\n]/
const LINE_END = '\r\n'

/**
 * One line of RFC 4180, with its line end. An apostrophe is put before text that a spreadsheet would run as a formula.
 * Numbers are written as they are, and null is an empty field.
 */
export const csvLine = (fields: readonly (string | number | null)[]): string =>
  `${fields.map(csvField).join(',')}${LINE_END}`

/** Puts an apostrophe before text that a spreadsheet would run as a formula. */
export const withoutFormula = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text)

export function csvField(field: string | number | null): string {
  if (field === null) return ''
  if (typeof field === 'number') return String(field)
  const text = withoutFormula(field)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const PHONE = /^\+[1-9]\d{7,14}$/

/** A line for a program. A phone number such as +13035550100 has no apostrophe there; a spreadsheet runs nothing in it. */
export const programLine = (fields: readonly (string | number | null)[]): string =>
  `${fields.map(field => (typeof field === 'string' && PHONE.test(field) ? field : csvField(field))).join(',')}${LINE_END}`

/** The SQL expression for the line of `csvLine`. `fields` are SQL expressions from `csvFieldSql`. */
export const csvLineSql = (fields: readonly string[]): string => `concat_ws(',', ${fields.join(', ')}) || E'\\r\\n'`

/** The SQL expression for the field of `csvField`. `text` is an SQL expression of type text. */
export function csvFieldSql(text: string): string {
  const field = `CASE WHEN ${text} ~ '${FORMULA_START.source}' THEN '''' || ${text} ELSE ${text} END`
  return `CASE WHEN ${text} ~ '${NEEDS_QUOTES.source}|${FORMULA_START.source}'
    THEN CASE WHEN ${text} ~ '${NEEDS_QUOTES.source}' THEN '"' || replace(${field}, '"', '""') || '"' ELSE ${field} END
    ELSE coalesce(${text}, '') END`
}
