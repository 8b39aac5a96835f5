import { registrableDomain } from '#domains/index.ts'
import { isCreditLine } from './credits.ts'
import type { SchemaFacts } from './schema-org.ts'

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
}

const phonePattern =
  /(?<![\d.,/-])(?:\+?1[\s.-]{0,2})?(?:\(\s?)?[2-9]\d{2}(?:\s?\))?[\s.\u00b7\u2022\u2010-\u2015/-]{0,3}[2-9]\d{2}[\s.\u00b7\u2022\u2010-\u2015-]{0,3}\d{4}(?![\d-])/g
/** A foreign code before digits that look like a US number: "+63 917 823 1234", "(63) 917 823 1234". */
const foreignCode = /\(0\)\s?$|\+(?!1\b)\d{1,3}[\s.()/-]{0,3}(?:\d{1,4}[\s.()/-]{1,2})?$|\((?!01)\d{2}\)[\s.-]{0,2}$/
/** Stands in the text for a picture, a class, or microdata of a fax. As the last on its line, it counts for the next line. */
export const FAX_MARK = ' [fax] '
const faxMark = /\[fax\] {0,3}\n?[^\S\n]{0,16}$/
/** "Fax: ", "Our fax number is ". Words such as "call" make it a phone number: "Fax or call ". */
const fax =
  /\bfax(?:es)?\b(?:(?!\b(?:phone|tel(?:ephone)?|call|cell|mobile|voice|office|e-?mail|text)\b)[^\d\n;|@•]){0,30}$/i
/** A label in one column, with its number in another. */
const faxLabel = /\bfax\s?(?:no\.?|number|#)?\s?:$/i
const shortFax = /(?:^|[\s|(])f\s?[.:#]?\s{0,3}$|\(\s?(?:fax|f)\s?\)\s?[.:]?\s{0,3}$/i
/** "VA License #: ". Such numbers are ignored like those of faxes. */
const registered = /\b(?:licen[cs]e|lic|permit|npi|ein|vat|tax id)\b\.? ?(?:no\b\.?|number|id)?\s?[.:#]{0,2}\s{0,3}#?$/i
/** A label of a number for calls and faxes: "Tel/Fax: ". */
const both = /\b(?:phone|tel(?:ephone)?|ph?|office|voice)\.? ?(?:[/&+]|and|or) ?(?:fax|f)\b[^\w\n]{0,4}$/i
const phoneLabel =
  /\b(?:phones?|tel|telephone|call(?: us| now)?|local|voice|text|cell|mobile|office|toll[ -]?free|main|direct|tel[ée]fono|ph?|t)\s?(?:\([\w ]{1,20}\))?\s?(?:\.?:|[.#-]|at)?\s{0,3}$/iu
/** "303-440-0188 (fax)". If another number follows, it is the label of that one. */
const faxBehind = /^(?:,| -)? ?[([]?\s?fax\b\s?[)\]]?(?!\s{0,3}[.:#-]{0,2}\s{0,3}\(?\d{3})/i
const betweenTwo = /^\s{0,3}(?:[/,;|&\u2010-\u2015-]|or|and)\s{0,3}$/i
/** An address in front of its number, or behind it: "info@flatirons.com or 303-440-0188". */
const addressBefore = /\w@([\w-]{1,63}(?:\.[\w-]{2,63}){1,4})(?:,? (?:or|and)(?: at)?|\s?[,|/•·-])\s{0,3}$/i
const addressBehind = /^\s?[|•·,/-]\s{0,3}[\w.+-]{1,64}@([\w-]{1,63}(?:\.[\w-]{2,63}){1,4})/
/** Nothing, or a short name as in "Boulder: 303-440-0188". */
const shortLabel = /^(?:[\p{L}&'. -]{2,30}(?:\([\p{L}&'. -]{2,30}\))?:\s{0,3})?$/u
const otherNumber =
  /\b(?:licen[cs]e|lic|permit|npi|ein|tax|vat|id|isbn|account|order|item|part|model|sku|hotline|police)\b/i
const bare = /^\+?1?\d{10}$/

const BEFORE = 120
const BEFORE_WITH_BLANKS = 500
const AFTER = 40
const NEAR = 64
const FAX_NEAR = 100

/** The text before a position. Indents in the page's source are shortened, so they do not use up the limit. */
const beforeIn = (text: string, at: number): string =>
  withoutIndents(text.slice(Math.max(0, at - BEFORE_WITH_BLANKS), at)).slice(-BEFORE)
const withoutIndents = (text: string): string =>
  /\s{6}/.test(text) ? text.replaceAll(/\s{6,}/g, blanks => (blanks.includes('\n') ? '\n' : ' ').repeat(6)) : text

const lastLine = (before: string): string => before.slice(before.lastIndexOf('\n') + 1)

const isFax = (before: string): boolean => {
  const near = before.slice(-NEAR)
  return (
    fax.test(near) ||
    faxLabel.test(near.trimEnd()) ||
    faxMark.test(near) ||
    shortFax.test(near) ||
    registered.test(near)
  )
}
/** True if a label is in front of a number, or the site's own address beside it. */
const isLabeled = (before: string, after: string, domain: string | null): boolean => {
  const host = addressBefore.exec(before)?.[1] ?? addressBehind.exec(after)?.[1]
  return phoneLabel.test(before) || (domain !== null && host !== undefined && registrableDomain(host) === domain)
}
function hasOwnLine(before: string, after: string): boolean {
  const start = lastLine(before).trimStart()
  return (
    shortLabel.test(start) &&
    !otherNumber.test(start) &&
    !/\bfax\b/i.test(before.slice(-FAX_NEAR)) &&
    /^[\s.,;]{0,3}(?:\([a-z &,/-]{2,40}\)\s?)?(?:\n|$)/i.test(after)
  )
}
/** The name before a colon at the end of the text: "Flatirons Plumbing" for "Flatirons Plumbing:". */
function lineBefore(before: string): string | undefined {
  const line = before.slice(-NEAR).trimEnd()
  return line.endsWith(':') ? line.slice(line.lastIndexOf('\n') + 1, -1) : undefined
}

/** Finds phone and fax numbers in text. An address at the site's domain also labels the number beside it. */
export function* numbersIn(text: string, domain: string | null = null): Generator<PagePhone, undefined> {
  /** Where a labeled number ended. Its label also counts for a second one: "Fax: 303-440-0198 or 303-440-0199". */
  let labeled: { kind: 'phone' | 'fax'; end: number } | null = null
  for (const { index, 0: number } of text.matchAll(phonePattern)) {
    const before = beforeIn(text, index)
    const end = index + number.length
    const after = text.slice(end, end + AFTER)
    if (foreignCode.test(before.slice(-NEAR)) || isCreditLine(before)) continue
    const last: string | null =
      labeled !== null && betweenTwo.test(text.slice(labeled.end, index)) ? labeled.kind : null
    const areBoth = both.test(before.slice(-NEAR))
    const isOwnLabel = areBoth || isLabeled(before, after, domain)
    labeled = null
    if (
      !areBoth &&
      (isFax(before) || (faxBehind.test(after) && !phoneLabel.test(lastLine(before))) || last === 'fax')
    ) {
      labeled = { kind: 'fax', end }
      yield { text: number, how: 'text', isFax: true }
      continue
    }
    const isNamed = isOwnLabel || last === 'phone'
    const isAlone = hasOwnLine(before, after)
    // Ten digits in a row can be any kind of number.
    if (!isNamed && !isAlone && bare.test(number)) continue
    if (isNamed) labeled = { kind: areBoth ? 'fax' : 'phone', end }
    const line = lineBefore(before)
    yield {
      text: number.replaceAll(/[\u00b7\u2022]/g, '.'),
      how: 'text',
      ...(isNamed && { isNamed }),
      ...(isAlone && { isAlone }),
      ...(line !== undefined && { line }),
    }
  }
}

const MAX_PHONE = 40
export const phonesOfSchema = ({ phones, faxes }: SchemaFacts): PagePhone[] => [
  ...phones.map(text => ({ text: text.slice(0, MAX_PHONE), how: 'schema' as const })),
  ...faxes.map(text => ({ text: text.slice(0, MAX_PHONE), how: 'schema' as const, isFax: true as const })),
]

const foreign = /(?<![\d.,/-])(?:\+(?!1\b)|\(?0)\d[\d ()./-]{6,16}\d(?!\d)/
/** Prefers the number that visitors see. Null if they see only a foreign number. */
export function phoneOfLink(number: string, words: string, before: string): PagePhone | null {
  if (/\bfax\b/i.test(words) || isFax(withoutIndents(before))) return { text: number, how: 'link', isFax: true }
  const shown = numbersIn(words).find(one => one.isFax !== true)?.text
  if (shown === undefined && foreign.test(words)) return null
  return { text: shown ?? number, how: 'link' }
}
