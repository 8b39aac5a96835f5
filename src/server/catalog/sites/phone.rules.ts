import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { isCreditLine } from './credit.rules.ts'
import {
  betweenTwo,
  faxColumnsIn,
  isFax,
  isBesideOwnAddress,
  isFaxBehind,
  isForBoth,
  isNamedBehind,
  isNamedBefore,
} from './phone-labels.rules.ts'
import { spelledPhones } from './phone-words.rules.ts'
import type { SchemaFacts } from './schema-org.rules.ts'
import { isNamedIn, type SiteOwner } from './site-owner.ts'

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

const MAX = 12
const phonePattern =
  /(?<![\d.,/-])(?:\+?1[\s.-]{0,2})?(?:\(\s?)?[2-9]\d{2}(?:\s?\))?[\s.\u00b7\u2022\u2010-\u2015/-]{0,3}[2-9]\d{2}[\s.\u00b7\u2022\u2010-\u2015-]{0,3}\d{4}(?![\d-])/g
/** A foreign code before digits that look like a US number: "+63 917 823 1234", "(63) 917 823 1234", "01 800 823 1234". */
const foreignCode =
  /(?<![\w.:,/-]|\b(?:[Ss]uite|[Ss]te|[Uu]nit|[Aa]pt|[Rr]oom)\.? )01[ -]$|\(0\)\s?$|\+(?!1\b)\d{1,3}[\s.()/-]{0,3}(?:\(?0\)?[\s.-]{0,2})?(?:\d{1,4}[\s.()/-]{1,2})?$|\((?!01)\d{2}\)[\s.-]{0,2}$/
/**
 * Hotlines that therapists, clinics, pharmacies, casinos, and insurance agents mention, numbers of carriers that shops
 * mention, and those of offices for credit and taxes that privacy policies mention.
 */
const hotlines = new Set(
  '18002738255 18002221222 18007997233 18006564673 18006624357 18004224453 18664887386 18003310500 18009506264 18006334227 18004262537 18007848669 18003321088 18004633339 18007425877 18002758777 18002255345 18006851111 18883973742 18009168800 18885678688 18773824357 18774384338 18883821222 18008291040 18007721213'.split(
    ' ',
  ),
)
/** Placeholder numbers such as "(303) 456-7890" and "+1 234 567 8901". */
const example = /^1(?:234567890\d?|2345678901|9876543210|\d{3}4567890)$/
/** Domains of countries where numbers without a country code can look like US numbers. */
const elsewhere =
  /\.(?:ae|ar|at|au|bd|be|br|ch|cl|cn|cz|de|dk|es|fi|fr|gh|gr|hk|hu|id|ie|il|in|it|jp|ke|kr|lk|mx|my|ng|nl|no|np|nz|pe|ph|pk|pl|pt|ro|ru|sa|se|sg|th|tr|tw|ua|uk|vn|za)$/
const BEFORE = 120
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

/** Finds phone numbers in text, except fax numbers and numbers of others. */
export const phonesIn = (text: string): IteratorObject<PagePhone, undefined> =>
  numbersIn(text).filter(({ isFax: isOfFax }) => isOfFax !== true)

/**
 * Finds phone and fax numbers in text, except numbers of others. An address at the site's domain also labels the number
 * behind it.
 */
export function* numbersIn(text: string, domain: string | null = null): Generator<PagePhone, undefined> {
  let namedUntil = -1
  let faxUntil = -1
  let last = { text: '', end: -1 }
  const isInFaxColumn = faxColumnsIn(text)
  for (const match of text.matchAll(phonePattern)) {
    const before = beforeIn(text, match.index)
    const end = match.index + match[0].length
    const after = text.slice(end, end + MAX_AFTER)
    const between = (from: number) => from !== -1 && betweenTwo.test(text.slice(from, match.index))
    const previous = last
    last = { text: match[0], end }
    if (foreignCode.test(before.slice(-MAX_CODE)) || isOfStranger(before)) continue
    const areBoth = isForBoth(before)
    const isLabeled = areBoth || isNamedBefore(before, domain)
    if (!isLabeled && authority.test(before)) continue
    const isSecond = () =>
      previous.text !== '' && previous.text !== match[0] && isInFaxColumn(previous.end, match.index)
    // A label also counts for a second number: "Fax: 303-440-0198 or 303-440-0199", "Phone/Fax: 303-440-0188 / 0189".
    if (!areBoth && (isFax(before) || isFaxBehind(before, after, isLabeled) || between(faxUntil) || isSecond())) {
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
    yield {
      text: match[0].replaceAll(/[\u00b7\u2022]/g, '.'),
      how: 'text',
      ...(isNamed && { isNamed: true }),
      ...(isAlone && { isAlone: true }),
      ...(line !== undefined && { line }),
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
const foreignLine = new RegExp(`^(?:[\\p{L}. /]{1,16}[.:]? )?(${foreign.source})$`, 'u')
const date = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b/
const placeholder = /12345|0{5}|(\d)\1{5}/
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** True for a line that has only a foreign number, perhaps after a short label. */
export function isForeignLine(line: string): boolean {
  const number = foreignLine.exec(line)?.[1] ?? ''
  const { length } = digitsOf(number)
  return length >= 9 && length <= 14 && !date.test(number) && !placeholder.test(digitsOf(number))
}

const MAX_PHONE = 40
/** The phone and fax numbers of schema.org data. */
export const phonesOfSchema = ({ phones, faxes }: SchemaFacts): PagePhone[] => [
  ...phones.map(text => ({ text: text.slice(0, MAX_PHONE), how: 'schema' as const })),
  ...faxes.map(text => ({ text: text.slice(0, MAX_PHONE), how: 'schema' as const, isFax: true as const })),
]

const END = 7
/** Prefers the number that visitors see. Null if the text shows a different, foreign number. */
export function phoneOfLink(number: string, words: string, before: string): PagePhone | null {
  if (/\bfax\b/i.test(words) || isFax(withoutIndents(before))) return { text: number, how: 'link', isFax: true }
  const shown = phonesIn(words).next().value?.text
  if (shown !== undefined) return { text: shown, how: 'link' }
  const other = digitsOf(foreign.exec(words)?.[0] ?? '')
  return other.length >= 9 && !digitsOf(number).endsWith(other.slice(-END)) ? null : { text: number, how: 'link' }
}

/** Written with the US country code or in US format: "(303) 440-0188", "303-440-0188". */
const hasCode = /^\s*(?:\+?1[\s.(-]|\+1\d|\(\d{3}\)|\d{3}[.-]\d{3}[.-])/

const statedCode = /^\s*\+?1[\s.(-]|^\s*\+1\d/
const otherCode = /^\s*(?:\+|00)(?!1)\d{2}/

type Seen = {
  weight: number
  pageUrl: string
  how: PagePhone['how']
  order: number
  isOnlyLinked: boolean
  isAlone: boolean
  /** A label, a link, or schema.org says that it is a phone number. */
  isNamed: boolean
  urls: Set<string>
}

/** If an inner page has more numbers than this that no other page has, they are those of attractions or partners. */
const LISTED = 5

/** The numbers without those that are only in a list of others, unless all are: then they are those of branches. */
function withoutListed(seen: ReadonlyMap<string, Seen>, front: string | undefined): [string, Seen][] {
  const byPage = Map.groupBy(seen, ([, { urls }]) => (urls.size === 1 ? urls.values().next().value : undefined))
  const isList = ({ urls, how }: Seen): boolean => {
    const [url] = urls
    const listed = byPage.get(url)?.length ?? 0
    return urls.size === 1 && url !== front && how !== 'schema' && listed > LISTED
  }
  const others = [...seen].filter(([, one]) => !isList(one))
  return others.length === 0 ? [...seen] : others
}

/** True for a typo in a link: no text shows the number, and a more frequent visible one differs in one digit. */
const isSlip = (value: string, linked: Seen, other: string, shown: Seen): boolean =>
  !shown.isOnlyLinked &&
  shown.weight >= 2 * linked.weight &&
  value.split('').filter((digit, index) => digit !== other[index]).length === 1

/** Countries and territories with calling code 1. */
const withCode1 = new Set('US CA PR VI GU AS MP AG AI BB BM BS DM DO GD JM KN KY LC MS SX TC TT VC VG'.split(' '))
const isCountry = /^[A-Z]{2}$/

/** The business's own numbers, the most prominent first. */
export function ownPhones(
  pages: readonly { url: string; phones: readonly PagePhone[]; schema: Pick<SchemaFacts, 'countries'> }[],
  owner: SiteOwner,
): { value: string; how: PagePhone['how']; pageUrl: string }[] {
  const seen = new Map<string, Seen>()
  const faxes = new Set<string>()
  /** Faxes that visitors see as such. Those that only schema.org names may be a mistake. */
  const shownFaxes = new Set<string>()
  const isAbroad = pages.some(({ phones }) => phones.some(({ text }) => otherCode.test(text)))
  const countries = pages.flatMap(({ schema }) => schema.countries.filter(country => isCountry.test(country)))
  // Numbers in other countries can look like "(321) 834-2962" too.
  const hasOtherAddress = countries.length > 0 && !countries.some(country => withCode1.has(country))
  const isElsewhere = elsewhere.test(URL.parse(pages[0]?.url ?? '')?.hostname ?? '')
  for (const page of pages)
    for (const { text, how, isNamed = false, isAlone = false, line, isFax: isOfFax = false } of page.phones) {
      const number = parsePhoneNumberFromString(text, 'US')
      if (number?.isValid() !== true || number.countryCallingCode !== '1') continue
      if (/^\d55501\d\d$/.test(number.nationalNumber.slice(2)) || number.nationalNumber.slice(3, 6) === '555') continue
      const value = `1${number.nationalNumber}`
      if (hasOtherAddress && !statedCode.test(text)) continue
      if (example.test(value) || hotlines.has(value) || ((isElsewhere || isAbroad) && !hasCode.test(text))) continue
      if (isOfFax) {
        faxes.add(value)
        if (how !== 'schema') shownFaxes.add(value)
        continue
      }
      const known = seen.get(value) ?? {
        weight: 0,
        pageUrl: page.url,
        how,
        order: seen.size,
        isOnlyLinked: true,
        isAlone,
        isNamed,
        urls: new Set<string>(),
      }
      known.urls.add(page.url)
      known.weight += how === 'text' && !isNamed ? 1 : 2
      if (line !== undefined && isNamedIn(line, owner)) known.weight++
      known.isOnlyLinked &&= how === 'link'
      known.isAlone ||= isAlone
      known.isNamed ||= isNamed || how !== 'text'
      seen.set(value, known)
    }
  const listed = withoutListed(seen, pages[0]?.url)
  const without = (some: ReadonlySet<string>) => listed.filter(([value, { isNamed }]) => isNamed || !some.has(value))
  const calls = without(faxes)
  return (calls.length > 0 ? calls : without(shownFaxes))
    .filter(
      ([value, one]) => !one.isOnlyLinked || ![...seen].some(([other, shown]) => isSlip(value, one, other, shown)),
    )
    .toSorted(([, a], [, b]) => b.weight - a.weight || a.order - b.order)
    .slice(0, MAX)
    .filter(([, { weight, isAlone }], index) => index === 0 || weight > 1 || isAlone)
    .map(([value, { pageUrl, how }]) => ({ value, how, pageUrl }))
}
