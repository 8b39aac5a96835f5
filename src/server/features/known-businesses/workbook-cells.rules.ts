import { DAY_MS } from '#server/platform/basics/clock.ts'

/** A cell as the sheet has it. `style` is the position of its style, or -1. */
export type Cell = { type: string; style: number; text: string }
export type CellContext = {
  /** The texts that cells refer to by their position. */
  texts: readonly string[]
  /** Whether each style shows numbers as dates. */
  dateStyles: readonly boolean[]
  /** Whether dates are counted from 1904, as in old workbooks of a Mac. */
  isFrom1904: boolean
}

/** The text that a user sees in a cell, with plain numbers and ISO dates. */
export function textOfCell({ type, style, text }: Cell, { texts, dateStyles, isFrom1904 }: CellContext): string {
  if (type === 's') return text === '' ? '' : (texts[Number(text)] ?? '')
  // The error of a formula, such as #N/A.
  if (type === 'e') return ''
  if (type === 'b') return String(isTrue(text))
  if (type !== '' && type !== 'n') return text
  const number = Number(text)
  if (text.trim() === '' || Number.isNaN(number)) return text
  return dateStyles[style] === true ? textOfDate(number, isFrom1904) : textOfNumber(number)
}

export const isTrue = (text: string): boolean => text === '1' || text.toLowerCase() === 'true'

/** Long numbers, such as phones, must not have an exponent. */
const textOfNumber = (number: number): string => (Number.isInteger(number) ? number.toFixed(0) : String(number))

const DAYS_FROM_1904 = 1462

function textOfDate(days: number, isFrom1904: boolean): string {
  const date = new Date(Date.UTC(1899, 11, 30) + (days + (isFrom1904 ? DAYS_FROM_1904 : 0)) * DAY_MS)
  return Number.isNaN(date.getTime()) ? textOfNumber(days) : date.toISOString()
}

/** First and last numbers of Excel's own formats for dates and times. */
const dateFormats = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

/** In Excel, a code has at most 255 characters. */
const LONGEST_CODE = 255

/** Whether a number format shows a date or time. `code` is set for a format of the workbook's own. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return dateFormats.some(([first, last]) => id >= first && id <= last)
  // Only what is outside quotes and brackets is a placeholder.
  const placeholders = code.slice(0, LONGEST_CODE).replaceAll(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return /[ymdhs]/i.test(placeholders)
}

/** The position of a column, from 0: 27 in "AB12". */
export function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
