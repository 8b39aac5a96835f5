import { isCreditLine } from './credit.rules.ts'
import { holderOf, isAskedFor, kindByLetter, providerOf } from './phone-groups.rules.ts'
import {
  betweenTwo,
  faxColumnsIn,
  isFax,
  isBesideOwnAddress,
  isFaxBehind,
  isForBoth,
  isForTexts,
  isNamedBehind,
  isOfBusiness,
  isNamedBefore,
} from './phone-labels.rules.ts'
import { type PageParts, phoneListsIn } from './phone-lists.rules.ts'
import { strangerOf } from './phone-strangers.rules.ts'
import { spelledPhones } from './phone-words.rules.ts'
import type { SchemaFacts } from './schema-org.rules.ts'

export type PagePhone = {
  text: string
  how: 'link' | 'schema' | 'text'
  /** The text labels it as a phone number. */
  isNamed?: true
  /** It is on its own line, with at most a short label. */
  isAlone?: true
  /** The label in front of it, which may say whose number it is. */
  line?: string
  isFax?: true
  /** People are only asked to write text messages to it. */
  isForTexts?: true
  /** Words that say that it is somebody else's: "Ohio Department of Taxation". */
  others?: string
  /** It is only in a list of the numbers of others. */
  isListed?: true
  /** The link shows a number, so it is in the text too. */
  isShown?: true
  /** The number that the words of the link spell, if it leads to another one. */
  misspelled?: string
  /** The link says nothing more than the number, as programs make of any number. */
  isBare?: true
  /** The company whose number it is, by the text. */
  company?: string
  /** The company with the copyright, whose number it may be. */
  holder?: string
}

const phonePattern =
  /(?<![\d.,/-])(?:\+?1[\s.-]{0,2})?(?:\(\s?)?[2-9]\d{2}(?:\s?\))?[\s.\u00b7\u2022\u2010-\u2015/-]{0,3}[2-9]\d{2}[\s.\u00b7\u2022\u2010-\u2015-]{0,3}\d{4}(?![\d-])/g
/** A foreign code before digits that look like a US number: "+63 917 823 1234", "(63) 917 823 1234", "01 800 823 1234". */
const foreignCode =
  /(?<![\w.:,/-]|\b(?:[Ss]uite|[Ss]te|[Uu]nit|[Aa]pt|[Rr]oom)\.? )01[ -]$|\(0\)\s?$|\+(?!1\b)\d{1,3}[\s.()/-]{0,3}(?:\(?0\)?[\s.-]{0,2})?(?:\d{1,4}[\s.()/-]{1,2})?$|\((?!01)\d{2}\)[\s.-]{0,2}$/
const BEFORE = 120
/** How much of the text before a number in a list may name its owner. */
const MAX_LISTED = 80
const BEFORE_WITH_BLANKS = 500
const MAX_AFTER = 40
const MAX_CODE = 32
/** Nothing, or a short name as in "Boulder: 303-440-0188". */
const label = /^(?:[\p{L}&'. -]{2,30}(?:\([\p{L}&'. -]{2,30}\))?:\s{0,3})?$/u
const otherNumber =
  /\b(?:licen[cs]e|lic|permit|npi|ein|tax|vat|reg(?:istration)?|id|isbn|account|order|item|part|model|sku|zip|hotline|helpline|poison|crisis|police|\w+ support)\b/i
/** Offices that licensed trades, schools, and clinics have to mention. */
const authority =
  /\b(?:(?:department|division|board|bureau) of (?:labor|health|insurance|revenue|consumer|education|regulatory|real estate|licens\w+|professional|public safety|motor vehicles|banking|financial|justice|agriculture|contractors|medic\w+|dent\w+|nursing|cosmetology|barber\w*|pharmacy)|bbb|better business bureau)\b[^\n]{0,40}$/i
/** How far before a number "fax" may be, for example in a column header or an icon's label. */
const FAX_NEAR = 100
const hasOwnLine = (before: string, after: string): boolean => {
  const start = before.slice(before.lastIndexOf('\n') + 1).trimStart()
  return (
    label.test(start) &&
    !otherNumber.test(start) &&
    !/\bfa?x\b/i.test(before.slice(-FAX_NEAR)) &&
    /^[\s.,;]{0,3}(?:\([a-z &,/-]{2,40}\)\s?)?(?:\n|$)/i.test(after)
  )
}
/** Says that the number is someone else's: "through their call center at". */
const ofOthers =
  /\btheir (?:[\w-]+ ){0,2}(?:call center|hotline|helpline|office|number|line|switchboard)(?: at|:| is)?\s{0,8}$/i
/** The name before a colon at the end of the text: "Flatirons Plumbing" for "Flatirons Plumbing:". */
function lineBefore(before: string): string | undefined {
  const line = before.slice(-64).trimEnd()
  return line.endsWith(':') ? line.slice(line.lastIndexOf('\n') + 1, -1) : undefined
}
const bare = /^\+?1?\d{10}$/

/** The text before a position. Indents in the page's source are shortened, so they do not use up the limit. */
const beforeIn = (text: string, at: number): string => {
  const near = text.slice(Math.max(0, at - BEFORE), at)
  return manyBlanks.test(near)
    ? withoutIndents(text.slice(Math.max(0, at - BEFORE_WITH_BLANKS), at)).slice(-BEFORE)
    : near
}
const manyBlanks = /\s{6}/
const withoutIndents = (text: string): string =>
  text.replaceAll(/\s{6,}/g, blanks => (blanks.includes('\n') ? '\n' : ' ').repeat(6))

/**
 * Finds phone and fax numbers in text, and says which are of others. An address at the site's domain also labels the
 * number behind it.
 */
export function* numbersIn(
  text: string,
  domain: string | null = null,
  parts?: PageParts,
): Generator<PagePhone, undefined> {
  let namedUntil = -1
  let faxUntil = -1
  let last = { text: '', end: -1 }
  const isInFaxColumn = faxColumnsIn(text)
  const isInList = phoneListsIn(text, parts)
  for (const match of text.matchAll(phonePattern)) {
    const before = beforeIn(text, match.index)
    const end = match.index + match[0].length
    const after = text.slice(end, end + MAX_AFTER)
    const between = (from: number) => from !== -1 && betweenTwo.test(text.slice(from, match.index))
    const previous = last
    last = { text: match[0], end }
    if (foreignCode.test(before.slice(-MAX_CODE))) continue
    if (isOfStranger(before)) {
      yield { text: match[0], how: 'text', others: '' }
      continue
    }
    const areBoth = isForBoth(before)
    const byLetter = kindByLetter(before, after)
    const isLabeled = areBoth || byLetter === 'phone' || isNamedBefore(before, domain) || isAskedFor(before)
    if (!isLabeled && authority.test(before)) continue
    const isSecond = () =>
      previous.text !== '' && previous.text !== match[0] && isInFaxColumn(previous.end, match.index)
    // A label also counts for a second number: "Fax: 303-440-0198 or 303-440-0199", "Phone/Fax: 303-440-0188 / 0189".
    if (
      !areBoth &&
      (byLetter === 'fax' || isFax(before) || isFaxBehind(before, after, isLabeled) || between(faxUntil) || isSecond())
    ) {
      faxUntil = end
      yield { text: match[0], how: 'text', isFax: true }
      continue
    }
    const isNamed =
      isLabeled || isNamedBehind(before, after) || isBesideOwnAddress(after, domain) || between(namedUntil)
    const isAlone = hasOwnLine(before, after)
    // Ten digits in a row can be any kind of number.
    if (!isNamed && !isAlone && bare.test(match[0])) continue
    namedUntil = isNamed && !areBoth ? end : -1
    faxUntil = areBoth ? end : -1
    const line = lineBefore(before)
    const stranger = strangerOf(before, match[0], after)
    const isListed = isInList(match.index, end) && stranger === undefined && !isOfBusiness(before)
    const others = isListed ? before.slice(-MAX_LISTED) : stranger
    // The number may start with the bracket: "Acme, Inc. (303-440-0188)".
    const company = providerOf(/^\([^)]*$/.test(match[0]) ? `${before}(` : before, after)
    const holder = isNamed ? undefined : holderOf(before)
    yield {
      text: match[0].replaceAll(/[\u00b7\u2022]/g, '.'),
      how: 'text',
      ...(isNamed && { isNamed: true }),
      ...(isAlone && { isAlone: true }),
      ...(line !== undefined && { line }),
      ...(isForTexts(before, after) && { isForTexts: true }),
      ...(others !== undefined && { others }),
      ...(isListed && { isListed }),
      ...(company !== undefined && { company }),
      ...(holder !== undefined && { holder }),
    }
  }
  // Only phone numbers are spelled with words, so these count even if the page has other numbers.
  for (const { number, index, end, isLocal } of spelledPhones(text)) {
    const before = beforeIn(text, index)
    // Without a label, it may be the number of a product.
    const isInBrackets = text.charAt(index) === '(' && !otherNumber.test(before.slice(before.lastIndexOf('\n') + 1))
    const isLabeled = isNamedBefore(before, domain) || isInBrackets
    if (isLocal === true && !isLabeled && !hasOwnLine(before, text.slice(end, end + MAX_AFTER))) continue
    const isFaxNumber =
      isFax(before) || isFaxBehind(before, text.slice(end, end + MAX_AFTER), isNamedBefore(before, domain))
    if (!isOfStranger(before) && !isFaxNumber) yield { text: number, how: 'text', isAlone: true }
  }
}

/** True for a number of the site's maker or someone else. */
const isOfStranger = (before: string): boolean => isCreditLine(before) || ofOthers.test(before)

/** A number of another country, such as "+92 370 1037429" or "0412 345 678". */
const foreign = /(?<![\d.,/-])(?:\+(?!1\b)|\(?0)\d[\d ()./-]{6,16}\d(?!\d)/
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

const MAX_PHONE = 40
/** The phone and fax numbers of schema.org data. */
export const phonesOfSchema = ({ phones, faxes }: SchemaFacts): PagePhone[] => [
  ...phones.map(text => ({ text: text.slice(0, MAX_PHONE), how: 'schema' as const })),
  ...faxes.map(text => ({ text: text.slice(0, MAX_PHONE), how: 'schema' as const, isFax: true as const })),
]

const END = 7
const TEN = 10
/** Prefers the number that visitors see. Null if the text shows a different, foreign number. */
export function phoneOfLink(number: string, words: string, before: string): PagePhone | null {
  const near = withoutIndents(before)
  if (/\bfax\b/i.test(words) || isFax(near)) return { text: number, how: 'link', isFax: true }
  const about = near.slice(-BEFORE) + words
  const more = { ...(isForTexts(`${about} `, '') && { isForTexts: true as const }) }
  const spelled = spelledPhones(words).next().value?.number
  const shown =
    spelled === undefined ? numbersIn(words).find(({ isFax: isOfFax }) => isOfFax !== true)?.text : undefined
  if (shown !== undefined)
    return {
      text: shown,
      how: 'link',
      isShown: true,
      ...(!/\p{L}{3}/u.test(words) && { isBare: true as const }),
      ...more,
    }
  const other = digitsOf(foreign.exec(words)?.[0] ?? '')
  if (other.length >= 9 && !digitsOf(number).endsWith(other.slice(-END))) return null
  const others = strangerOf(about, number, '')
  return {
    text: number,
    how: 'link',
    ...more,
    ...(others !== undefined && { others }),
    ...(spelled !== undefined &&
      digitsOf(spelled).slice(-TEN) !== digitsOf(number).slice(-TEN) && { misspelled: spelled }),
  }
}
