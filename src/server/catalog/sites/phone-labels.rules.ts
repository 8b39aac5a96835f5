/** Words that say what a number is. The text before it ends directly in front of the number. */

const FAX = String.raw`(?:\b(?:e-?|tele-?)?fa(?:x(?:es)?|csimile)\b|\bfx\b)`
/** "Fax: ", "Fax orders to: ", "Our fax number is ". Words such as "call" make it a phone number: "Fax or call ". */
const fax = new RegExp(
  String.raw`${FAX}(?! ?,)(?:(?!\. ?[A-Z]|\b(?:phone|tel(?:ephone)?|call|cell|mobile|voice|office|e-?mail)\b)[^\d\n;|@]){0,30}$`,
  'i',
)
const shortFax = /\bf\s?[.:#]?\s{0,3}$|\(\s?(?:fa?x|f)\s?\)\s?[.:]?\s{0,3}$/i
/** For deaf people: a call to it reaches no voice. */
const teletype = /\b(?:tty|tdd)\b[^\d\n]{0,16}$/i
/** "VA License #: ". */
const registered =
  /\b(?:licen[cs]e|lic|permit|npi|ein|ccb|cslb|us ?dot|upc|ean|isbn|sku|vat|tax id)\b\.? ?(?:no\b\.?|number|num\b\.?|id)?\s?[.:#]{0,2}\s{0,3}#?$/i
/** A label in one column, with its number in another. Without a colon, it may be a table header. */
const faxLabel = /\bfa?x\s?(?:no\.?|number|#|(?:us )?at)?\s?:$/i
/** A label for both: "Tel/Fax: ". */
const both =
  /\b(?:phone|tel(?:ephone)?|ph?|office|voice|v)\.? ?(?:[/&+]|and|or) ?(?:fa?x|f|tty|tdd)\b[^\w\n]{0,4}$|\b(?:fa?x|tty|tdd)\.? ?(?:[/&+]|and|or) ?(?:phone|tel(?:ephone)?|ph|voice|v)\b[^\w\n]{0,4}$/i
const phoneLabel =
  /\b(?:phone|tel|telephone|call(?: us| our [\w ]{3,30})?|local|voice|text(?: [\w ]{3,30} to)?|reach(?: out to)? us|cell|mobile|office|toll[ -]?free|main|direct|sales|reservations|front desk|customer service|t[ée]l(?:[ée]fono|[ée]phone|efone)?|telefon|llam[ae](?:nos)?|appelez(?:-nous)?|whats ?app|ph?|t)\s?(?:\([\w ]{1,20}\))?\s?(?:\.?:|[.#-]|at)?\s{0,3}$/iu
/** "info@flatirons.com or ". */
const behindAddress = /\w@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}(?:,? (?:or|and)(?: at)?|\s?[,|/•·-])\s{0,3}$/i

const MAX_ROWS = 5
const rowLabel = /^(?:phone|tel|telephone|fa?x|e-?mail|mobile|cell|office|toll[ -]free|text)\s?[:.]?$/i
const rowValue = /^(?=.*[\d@])[^:]{5,60}$/
/**
 * The label on its own line above a number. If a column of labels is followed by a column of values, it is the label
 * in the same row as the number. Null if there is no such label.
 */
function labelAbove(before: string): string | null {
  if (!/\n\s*$/.test(before)) return null
  const lines = before.split('\n').flatMap(line => line.trim() || [])
  let row = 0
  while (row < MAX_ROWS && rowValue.test(lines.at(-1 - row) ?? '')) row++
  const above = lines.slice(0, lines.length - row)
  const labels = above.slice(above.findLastIndex(line => !rowLabel.test(line)) + 1)
  return labels[row] ?? null
}

const NEAR = 64
const SHORT = 32
const mentionsFax = /f(?:ax|x|acs)|tty|tdd/i
/** True for a fax number, a number for teletypes, or the number of a license. */
export function isFax(before: string): boolean {
  const label = labelAbove(before)
  if (label !== null) return /^fa?x\b/i.test(label)
  const near = before.slice(-NEAR)
  const short = near.slice(-SHORT)
  if (shortFax.test(short) || registered.test(short)) return true
  return mentionsFax.test(near) && (fax.test(near) || teletype.test(near) || faxLabel.test(near.trimEnd()))
}
/** True if a label says that a number is for calls and for faxes. */
export function isForBoth(before: string): boolean {
  const near = before.slice(-SHORT)
  return mentionsFax.test(near) && both.test(near)
}
export const isNamedBefore = (before: string): boolean =>
  phoneLabel.test(labelAbove(before) ?? before) || (before.includes('@') && behindAddress.test(before))

/** A label behind its number. If another number follows it, it is the label of that one. */
const NO_NUMBER = String.raw`(?! {0,3}[.:#)\]-]{0,2} {0,3}(?:\+?1[ .-]?)?\(?\d{3})`
const faxBehind = new RegExp(
  String.raw`^\s?[([]\s?(?:fa?x|f)\s?[)\]]${NO_NUMBER}|^(?:,| -| \u2013)? ?fax\b(?! (?:or|and)\b)${NO_NUMBER}`,
  'i',
)
const phoneBehind = new RegExp(
  String.raw`^\s?[([-]?\s?(?:cell|mobile|office|phone|toll[ -]?free|direct|main|local|voice)\b\s?[)\]]?${NO_NUMBER}`,
  'i',
)
export const isFaxBehind = (after: string): boolean => faxBehind.test(after)
/** Above a list of fax numbers, "(Main)" behind a number says which fax it is. */
const faxHeading = /\bfax numbers\b|\bfaxes\b/i
export const isNamedBehind = (before: string, after: string): boolean =>
  phoneBehind.test(after) && !faxHeading.test(before) && !/^[^\n]*\bfax\b/i.test(after)
export const betweenTwo = /^\s{0,3}(?:[/,;|&\u2010-\u2015-]|or|and|y|o|ou|oder|et)\s{0,3}$/i

const faxColumn =
  /(?:^|\n)\s*(?:tele)?(?:phone|tel\.?)(?: (?:no\.?|number|#))?\s*\n\s*fax(?: (?:no\.?|number|#))?\s*\n/i
const MAX_TABLE = 6000
/** True if only a line break is between two numbers below the heads of a table with columns for phone and fax. */
export const isInFaxColumn = (text: string, from: number, to: number): boolean =>
  to - from < 40 &&
  /^\s*\n\s*$/.test(text.slice(from, to)) &&
  faxColumn.test(text.slice(Math.max(0, from - MAX_TABLE), from))
