import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { PagePhone } from './phones-in-text.ts'
import type { SchemaFacts } from './schema-org.ts'
import { isNamedIn, type SiteOwner } from './site-owner.ts'

const MAX = 12
/** Placeholder numbers such as "(303) 456-7890" and "+1 234 567 8901". */
const example = /^1(?:234567890\d?|2345678901|9876543210|\d{3}4567890|\d{3}555\d{4})$/
/** Domains of countries where numbers without a country code can look like US numbers. */
const elsewhere = new Set(
  `ae ar at au bd be br ch cl cn cz de dk es fi fr gh gr hk hu id ie il in it jp ke kr lk mx my ng nl no np nz pe ph pk pl
  pt ro ru sa se sg th tr tw ua uk vn za`.split(/\s+/),
)
/** Written with the US country code or in US format: "(303) 440-0188", "303-440-0188". */
const hasCode = /^\s*(?:\+?1[\s.(-]|\+1\d|\(\d{3}\)|\d{3}[.-]\d{3}[.-])/
const statedCode = /^\s*\+?1[\s.(-]|^\s*\+1\d/
const otherCode = /^\s*(?:\+|00)(?!1)\d{2}/
const withCode1 = new Set('US CA PR VI GU AS MP AG AI BB BM BS DM DO GD JM KN KY LC MS SX TC TT VC VG'.split(' '))

type Page = { url: string; phones: readonly PagePhone[]; schema: Pick<SchemaFacts, 'countries'> }
type Seen = {
  weight: number
  pageUrl: string
  how: PagePhone['how']
  order: number
  isAlone: boolean
  isNamed: boolean
  urls: Set<string>
}

/** Reads the numbers of a site that people in North America can call. */
class NorthAmerican {
  readonly #isElsewhere: boolean
  readonly #hasOtherAddress: boolean

  constructor(pages: readonly Page[]) {
    const host = URL.parse(pages[0]?.url ?? '')?.hostname ?? ''
    this.#isElsewhere =
      elsewhere.has(host.slice(host.lastIndexOf('.') + 1)) ||
      pages.some(({ phones }) => phones.some(({ text }) => otherCode.test(text)))
    const countries = pages.flatMap(({ schema }) => schema.countries.filter(country => /^[A-Z]{2}$/.test(country)))
    this.#hasOtherAddress = countries.length > 0 && !countries.some(country => withCode1.has(country))
  }

  /** "13034400188", or null if it is no such number. */
  read(text: string): string | null {
    const number = parsePhoneNumberFromString(text, 'US')
    if (number?.isValid() !== true || number.countryCallingCode !== '1') return null
    // Numbers in other countries can look like "(321) 834-2962" too.
    if (this.#hasOtherAddress && !statedCode.test(text)) return null
    if (this.#isElsewhere && !hasCode.test(text)) return null
    const value = `1${number.nationalNumber}`
    return example.test(value) ? null : value
  }
}

function add(seen: Map<string, Seen>, value: string, phone: PagePhone, pageUrl: string): Seen {
  const { how, isNamed = false, isAlone = false } = phone
  const known = seen.getOrInsertComputed(value, () => ({
    weight: 0,
    pageUrl,
    how,
    order: seen.size,
    isAlone,
    isNamed,
    urls: new Set(),
  }))
  known.urls.add(pageUrl)
  known.weight += how === 'text' && !isNamed ? 1 : 2
  known.isAlone ||= isAlone
  known.isNamed ||= isNamed || how !== 'text'
  return known
}

/** If an inner page has more numbers than this that no other page has, they are those of attractions or partners. */
const LISTED = 5
/** The numbers without those that are only in such a list, unless all are: then they are those of branches. */
function withoutListed(seen: ReadonlyMap<string, Seen>, front: string | undefined): [string, Seen][] {
  const pageOf = ({ urls }: Seen): string | undefined => (urls.size === 1 ? urls.values().next().value : undefined)
  const byPage = Map.groupBy(seen.values(), pageOf)
  const others = [...seen].filter(([, one]) => {
    const url = pageOf(one)
    return url === undefined || url === front || one.how === 'schema' || (byPage.get(url)?.length ?? 0) <= LISTED
  })
  return others.length === 0 ? [...seen] : others
}

/** The business's own numbers, the most prominent first. */
export function ownPhones(
  pages: readonly Page[],
  owner: SiteOwner,
): { value: string; how: PagePhone['how']; pageUrl: string }[] {
  const numbers = new NorthAmerican(pages)
  const seen = new Map<string, Seen>()
  const faxes = new Set<string>()
  for (const page of pages)
    for (const phone of page.phones) {
      const value = numbers.read(phone.text)
      if (value === null) continue
      if (phone.isFax === true) {
        faxes.add(value)
        continue
      }
      const known = add(seen, value, phone, page.url)
      if (phone.line !== undefined && isNamedIn(phone.line, owner)) known.weight++
    }
  return withoutListed(seen, pages[0]?.url)
    .filter(([value, { isNamed }]) => isNamed || !faxes.has(value))
    .toSorted(([, a], [, b]) => b.weight - a.weight || a.order - b.order)
    .slice(0, MAX)
    .filter(([, { weight, isAlone }], index) => index === 0 || weight > 1 || isAlone)
    .map(([value, { pageUrl, how }]) => ({ value, how, pageUrl }))
}
