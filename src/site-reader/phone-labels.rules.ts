/** Words that say what a number is. The text before it ends directly in front of the number. */

import { registrableDomain } from '#domains/index.ts'

const FAX = String.raw`(?:\b(?:e-?|tele-?)?fa(?:x(?:es)?|csimile)\b|\bfx\b|\bt[ée]l[ée]c(?:opieur|opie)?\b)`
/**
 * "Fax: ", "Fax orders to: ", "Our fax number is ". Words such as "call" make it a phone number: "Fax or call ". A
 * bullet or "none" ends what is said about the fax.
 */
const fax = new RegExp(
  String.raw`${FAX}(?! ?,)(?:(?!\. ?[A-Z]|\b(?:phone|tel(?:ephone)?|call|cell|mobile|voice|office|e-?mail|text|mobil|n/a|none)\b)[^\d\n;|@/\u00b7\u2022]){0,30}$`,
  'i',
)
/** "303-440-0188 • Fax • 303-440-0199": between bullets, the word is the label of the number behind it. */
const bulletFax = /\d{4}\s{0,2}[|\u00b7\u2022]\s{0,2}fax:?\s{0,2}[|\u00b7\u2022]\s{0,2}$/i
const shortFax = /\bf\s?[.:#]?\s{0,3}$|\(\s?(?:fa?x|f)\s?\)\s?[.:]?\s{0,3}$/i
/** Stands in the text for a picture, a class, or microdata of a fax. As the last on its line, it counts for the next line. */
export const FAX_MARK = ' [fax] '
const faxMark = /\[fax\] {0,3}\n?[^\S\n]{0,16}$/
/** "(+1) 303-440-0188". */
const countryCode = /\(\+?1\)\s?$/
/** For deaf people: a call to it reaches no voice. */
const teletype = /\b(?:tty|tdd)\b[^\d\n]{0,16}$/i
/** "VA License #: ". */
const registered =
  /\b(?:licen[cs]e|lic|permit(?= ?(?:no\b|num|#))|npi|ein|ccb|cslb|us ?dot|upc|ean|isbn|sku|vat|tax id)\b\.? ?(?:no\b\.?|number|num\b\.?|id)?\s?[.:#]{0,2}\s{0,3}#?$/i
/** A label in one column, with its number in another. Without a colon, it may be a table header. */
const faxLabel = /\bfa?x\s?(?:no\.?|number|#|(?:us )?at)?\s?:$/i
/** A label for both: "Tel/Fax: ". */
const both =
  /\b(?:phone|tel(?:ephone)?|ph?|office|voice|v)\.? ?(?:[/&+]|and|or) ?(?:fa?x|f|tty|tdd)\b[^\w\n]{0,4}$|\b(?:fa?x|tty|tdd)\.? ?(?:[/&+]|and|or) ?(?:phone|tel(?:ephone)?|ph|voice|v)\b[^\w\n]{0,4}$/i
const phoneLabel =
  /\b(?:phones?(?: ?#? ?[1-4])?|tel|telephone|call(?: us| our [\w ]{3,30})?|local|voice|text(?: [\w ]{3,30} to)?|reach(?: out to)? us|cell|mobile|office|toll[ -]?free|main|direct|t[ée]l(?:[ée]fono|[ée]phone|efone)?|telefon|llam[ae](?:nos)?|appelez(?:-nous)?|sans[ -]frais|cellulaire|bureau|celular|m[óo]vil|oficina|whats ?app|ph?|t)\s?(?:\([\w ]{1,20}\))?\s?(?:\.?:|[.#-]|at)?\s{0,3}$/iu
/** "O: 303-440-0188 | C: 303-440-0199": the office, a cell phone, and the like. */
const letter = /(?:^|[\n|•·,;/(])\s{0,3}[ocmd]\b\s?[:.]?\s{0,3}$/i
const DEPARTMENT = `(?:${[
  'sales|parts|(?:parts |customer )?service|rentals?|repairs?|storage|reservations|bookings?|reception|front desk|registration|admissions|enrollment',
  '(?:dock|parish|church|school|business|billing|main|home|dispatch|leasing|rental|sales|ticket|box) office|(?:pro|body|gift|parts|farm|machine|paint|tack|bike|ski) shop',
  'shop|store|showroom|warehouse|workshop|studio|yard|boat ?yard|marina|clubhouse|greenhouse|farm ?stand|kennels?|bakery',
  'catering|delivery|take ?-?out|carry ?-?out|pick ?-?up|orders|billing|accounts (?:payable|receivable)|accounting|dispatch|scheduling|appointments?|estimates|tee times|general (?:information|inquiries)',
].join('|')})`
/** A department at the start of its line. Behind a name, it may be that of others: "Acme Tile Sales 303-440-0188". */
const department = new RegExp(
  String.raw`(?:^|[\n|•·])\s{0,3}(?:${DEPARTMENT}(?: ?(?:,|/|&|and) ?${DEPARTMENT}){0,2}|international(?:ly)?|intl\.?|outside (?:the )?(?:u\.?s\.?a?\.?|north america)|u\.?s\.?a?\.?(?: (?:&|and) canada)?|canada|worldwide)\s?[:.#-]?\s{0,3}$`,
  'i',
)
/** True if the text before a number says that it is the business's own: "Main office: ", "Reservations: ", "Call us at". */
export function isOfBusiness(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return department.test(line) || /\b(?:us|our|(?:front desk|office phone|ad sales)(?=\W*$))\b/i.test(line)
}
/** "Call the berry line at", "call Ana, our yard manager, at". The number of a company with a name may be its own. */
const asked =
  /\b(?:[Cc]all|[Pp]hone|[Dd]ial|[Rr]ing|[Tt]elephone|[Rr]each|[Cc]ontact)(?: or text)? (?:(?:our|the) [\p{Ll}'’& -]{3,40}|(?:\p{Lu}[\p{L}'’.-]{1,20} ){0,2}\p{Lu}[\p{L}'’.-]{1,20}, (?:our|the) [\p{Ll}'’& -]{3,40},?|our [\p{Ll}'’& -]{3,30},? (?:\p{Lu}[\p{L}'’.-]{1,20} ?){1,2},?) (?:at|on) {0,2}$/u
/** An address in front of its number: "info@flatirons.com or 303-440-0188". */
const behindAddress = /\w@([\w-]{1,63}(?:\.[\w-]{2,63}){1,4})(?:,? (?:or|and)(?: at)?|\s?[,|/•·-])\s{0,3}$/i

const MAX_ROWS = 5
const rowLabel =
  /^(?:phone|tel|telephone|fa?x|t[ée]l[ée]c(?:opieur)?|e-?mail|mobile|cell|office|toll[ -]free|text)\s?[:.]?$/i
const rowValue = /^(?=.*[\d@])[^:]{5,60}$/
/**
 * The label on its own line above a number. If a column of labels is followed by a column of values, it is the label
 * in the same row as the number. Null if there is no such label.
 */
function labelAbove(before: string): string | null {
  if (!before.slice(before.trimEnd().length).includes('\n')) return null
  const lines = before.split('\n').flatMap(line => line.trim() || [])
  let row = 0
  while (row < MAX_ROWS && rowValue.test(lines.at(-1 - row) ?? '')) row++
  const above = lines.slice(0, lines.length - row)
  const labels = above.slice(above.findLastIndex(line => !rowLabel.test(line)) + 1)
  return labels[row] ?? null
}

const NEAR = 64
const SHORT = 32
const mentionsFax = /f(?:ax|x|acs)|tty|tdd|l[ée]c/i
/** True for a fax number, a number for teletypes, or the number of a license. */
export function isFax(before: string): boolean {
  const label = labelAbove(before)
  if (label !== null) return /^(?:fa?x|t[ée]l[ée]c(?:opieur)?)\b/i.test(label)
  const near = before.slice(-NEAR).replace(countryCode, '')
  const short = near.slice(-SHORT)
  if (shortFax.test(short) || registered.test(short)) return true
  return (
    mentionsFax.test(near) &&
    (fax.test(near) ||
      bulletFax.test(near) ||
      faxMark.test(near) ||
      teletype.test(near) ||
      faxLabel.test(near.trimEnd()))
  )
}
/** True if a label says that a number is for calls and for faxes. */
export function isForBoth(before: string): boolean {
  const near = before.slice(-SHORT)
  return mentionsFax.test(near) && both.test(near)
}
/** True if a label or an address at the site's domain is in front of a number. */
export function isNamedBefore(before: string, domain: string | null): boolean {
  const label = labelAbove(before) ?? before
  if (phoneLabel.test(label) || department.test(label) || letter.test(label) || asked.test(label)) return true
  const host = domain !== null && before.includes('@') ? behindAddress.exec(before)?.[1] : undefined
  return host !== undefined && registrableDomain(host) === domain
}

/** A label behind its number. If another number follows it, it is the label of that one. */
const NO_NUMBER = String.raw`(?! {0,3}[.:#)\]-]{0,2} {0,3}(?:\+?1[ .-]?)?\(?\d{3})`
const faxBehind = new RegExp(
  String.raw`^\s?[([]\s?(?:fa?x|f)\s?[)\]]${NO_NUMBER}|^(?:,| -| \u2013)? ?fa?x\s{0,3}(?:\n|$|(?=[|,;.)]))${NO_NUMBER}`,
  'i',
)
const PHONE = '(?:cell|mobile|office|phone|ph|toll[ -]?free|direct|main|local|voice)'
const phoneBehind = new RegExp(
  String.raw`^ ?[([] ?${PHONE} ?[)\]][ ,|/]{0,3}(?:\(?\d{3}\)?[ .-]{0,2}\d{3}[ .-]\d{4}) ?[([] ?(?:${PHONE}|fa?x|f)\b|^ ?[([] ?${PHONE}\b ?[)\]]?${NO_NUMBER}|^ ?-? ?${PHONE}\b(?= ?(?:$|[\n,;|.&/\u00b7\u2022]))${NO_NUMBER}`,
  'i',
)
/** "303-440-0188 voice, ": the label of the number before. */
const labelOfOther = new RegExp(String.raw`\d{4} ?[([-]? ?${PHONE}\b[^\w:]{0,6}$`, 'i')
/** Whether "fax" behind a number is its label. If the number has a label in front, that one counts. */
export const isFaxBehind = (before: string, after: string, isLabeled: boolean): boolean =>
  faxBehind.test(after) && (!isLabeled || labelOfOther.test(before.slice(-SHORT)))
/** Above a list of fax numbers, "(Main)" behind a number says which fax it is. */
const faxHeading = /\bfax numbers\b|\bfaxes\b/i
/** "303-440-0188 | info@flatirons.com": the site's own address behind a number. */
const ownAddressBehind = /^\s?[|•·,/-]\s{0,3}[\w.+-]{1,64}@([\w-]{1,63}(?:\.[\w-]{2,63}){1,4})/
export function isBesideOwnAddress(after: string, domain: string | null): boolean {
  const host = domain !== null && after.includes('@') ? ownAddressBehind.exec(after)?.[1] : undefined
  return host !== undefined && registrableDomain(host) === domain
}
export const isNamedBehind = (before: string, after: string): boolean =>
  phoneBehind.test(after) && !faxHeading.test(before) && !/^[^\n]*\bfax\b/i.test(after)
export const betweenTwo = /^\s{0,3}(?:[/,;|&\u2010-\u2015-]|or|and|y|o|ou|oder|et)\s{0,3}$/i

const BREAK = String.raw`(?:[^\S\n]{0,40}\n){1,4}[^\S\n]{0,40}`
const NUMBER = String.raw`(?: (?:no\.?|number|#))?`
const faxColumn = new RegExp(
  String.raw`(?<=^|\n)[^\S\n]{0,40}(?:tele)?(?:phone|tel\.?)${NUMBER}${BREAK}fax${NUMBER}[^\S\n]{0,40}\n`,
  'gi',
)
const MAX_TABLE = 6000
/**
 * Tells whether only a line break is between two numbers below the heads of a table with columns for phone and fax.
 * Expects growing positions, so all heads of a page are found in one search.
 */
export function faxColumnsIn(text: string): (from: number, to: number) => boolean {
  let heads: Iterator<{ index: number }, undefined> | undefined
  let head = -Infinity
  let next: number | undefined = -Infinity
  return (from, to) => {
    if (to - from >= 40 || !/^\s*\n\s*$/.test(text.slice(from, to))) return false
    heads ??= text.matchAll(faxColumn)
    while (next !== undefined && next < from) {
      head = next
      next = heads.next().value?.index
    }
    return from - head < MAX_TABLE
  }
}

/** "Text us at ", "Text us for orders: ", "Absences can be texted to ". "Call or text " names a number to call. */
const textBefore =
  /\b(?:text(?:ed|ing|s)?|sms|txt)(?: (?:us|me|messages?|line|number|only|a message|your [\w ]{3,30}|(?!or\b|and\b)[\w'’"]{2,20}))?(?: for(?: (?!(?:or|and|call|phone|dial|ring|at|on|to)\b)[\w'’-]{1,20}){1,4})?(?: (?:at|on|to))?\s?[:.-]?\s{0,3}$/i
const textBehind =
  /^,?\s?[([\u2013-]?\s?(?:(?:for )?text(?:s|ing)?(?: messages?)? only|only (?:for )?texts?|sms only)\b|^\s?[([](?:text|sms|texting)[)\]]/i
const callToo =
  /\b(?:call(?:s|ing)?|phone|talk|voice|tel(?:ephone)?|cell|mobile|ring|dial|direct|main|office|toll[ -]free|whats ?app|fax|llam\w{1,5})\b(?: ?(?:[/&+,]|and|or) ?(?:call|phone|talk|fax|e-?mail|voice)\b)* ?(?:[/&+,]|,? and|,? or|o|y) ?$|\b(?:call|phone)\b[^.;:|\d]{0,16}\b(?:or|and)\b[^.;:|\d]{0,16}$|\b(?:text|sms)(?:ing)? ?(?:[/&+,]|and|or) ?(?:call|phone|talk|voice|cell)/i
/** True for a number to which people are asked only to write text messages. */
export function isForTexts(before: string, after: string): boolean {
  if (textBehind.test(after)) return /only/i.test(after) || !phoneLabel.test(before)
  const label = labelAbove(before) ?? before.slice(before.lastIndexOf('\n') + 1).slice(-NEAR)
  const at = textBefore.exec(label)?.index
  return at !== undefined && !callToo.test(label.slice(0, at)) && !callToo.test(label.slice(at))
}
