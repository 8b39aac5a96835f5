import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

export type PagePhone = {
  text: string
  how: 'link' | 'schema' | 'text'
  /** The text calls it a phone number. */
  isNamed?: true
}

const MOST = 8
const phonePattern =
  /(?<![\d.,/-])(?:\+?1[\s.-]{0,2})?\(?[2-9]\d{2}\)?[\s.\u2010-\u2015/-]{0,3}[2-9]\d{2}[\s.\u2010-\u2015-]{1,3}\d{4}(?![\d-])/g
const fax = /\b(?:fax|f)\s?(?:no\.?|number|#)?\s?[.:#]?\s{0,3}$/i
/** A label in one column, and its number in another. Without the colon, it may be the head of a table. */
const faxLabel = /\bfax\s?(?:no\.?|number|#)?\s?:$/i
const BEFORE = 120
const phoneLabel =
  /\b(?:phone|tel|telephone|call(?: us)?|reach(?: out to)? us|cell|mobile|office|toll[ -]?free|main|direct|ph?|t)\s?(?:\([\w ]{1,20}\))?\s?(?:[.:#-]|at)?\s{0,3}$/i

const isFax = (before: string): boolean => fax.test(before.slice(-40)) || faxLabel.test(before.trimEnd())

/** Phone numbers in text, except those of a fax. */
export function* phonesIn(text: string): Generator<PagePhone> {
  for (const match of text.matchAll(phonePattern)) {
    const before = text.slice(Math.max(0, match.index - BEFORE), match.index)
    if (!isFax(before)) yield { text: match[0], how: 'text', ...(phoneLabel.test(before) && { isNamed: true }) }
  }
}

/** What people see counts more than where the link leads. Null if it is the number of a fax. */
export function phoneOfLink(number: string, words: string, before: string): string | null {
  if (/\bfax\b/i.test(words) || isFax(before)) return null
  return words.match(phonePattern)?.[0] ?? number
}

type Seen = { weight: number; pageUrl: string; how: PagePhone['how']; order: number; isOnlyLinked: boolean }

/** A number behind a link that nobody sees, with one digit other than in the number that people read more often. */
const isSlip = (value: string, linked: Seen, other: string, shown: Seen): boolean =>
  !shown.isOnlyLinked &&
  shown.weight >= 2 * linked.weight &&
  value.split('').filter((digit, index) => digit !== other[index]).length === 1

/** The numbers of the business, the most prominent first. */
export function ownPhones(
  pages: readonly { url: string; phones: readonly PagePhone[] }[],
): { value: string; how: PagePhone['how']; pageUrl: string }[] {
  const seen = new Map<string, Seen>()
  for (const page of pages)
    for (const { text, how, isNamed = false } of page.phones) {
      const number = parsePhoneNumberFromString(text, 'US')
      if (number?.isValid() !== true || number.countryCallingCode !== '1') continue
      if (/^\d55501\d\d$/.test(number.nationalNumber.slice(2)) || number.nationalNumber.slice(3, 6) === '555') continue
      const value = `1${number.nationalNumber}`
      const known = seen.get(value) ?? { weight: 0, pageUrl: page.url, how, order: seen.size, isOnlyLinked: true }
      known.weight += how === 'text' && !isNamed ? 1 : 2
      known.isOnlyLinked &&= how === 'link'
      seen.set(value, known)
    }
  return [...seen]
    .filter(
      ([value, one]) => !one.isOnlyLinked || ![...seen].some(([other, shown]) => isSlip(value, one, other, shown)),
    )
    .toSorted(([, a], [, b]) => b.weight - a.weight || a.order - b.order)
    .slice(0, MOST)
    .filter(([, { weight }], index) => index === 0 || weight > 1)
    .map(([value, { pageUrl, how }]) => ({ value, how, pageUrl }))
}
