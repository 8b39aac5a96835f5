import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { isOwners } from './phone-groups.rules.ts'
import type { PagePhone } from './phone.rules.ts'
import type { SchemaFacts } from './schema-org.rules.ts'
import { isNamedIn, namesOf, type SiteOwner, squeezed } from './site-owner.ts'

const MAX = 12
/** How much of a company's name must be in that of the business: "Gradient Advisors" is not "Prospera Advisors". */
const [HALF, MOST] = [0.5, 0.6]
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
  /** It is not only a number for text messages. */
  isCalled: boolean
  /** It is also somewhere without words that give it to somebody else. */
  isOwn: boolean
  /** It is only behind the copyright of another company. */
  isOfHolder: boolean
  urls: Set<string>
}

/** True if the words that give a number to somebody else name the business, or an office of its kind. */
function areOwner(words: string, owner: SiteOwner): boolean {
  const { domain, names } = owner
  if (domain.endsWith('.gov') || names.some(name => government.test(name))) return true
  const kinds = new Set(words.toLowerCase().match(ofKind))
  if (
    names.some(name =>
      name
        .toLowerCase()
        .match(ofKind)
        ?.some(kind => kinds.has(kind)),
    )
  )
    return true
  const said = squeezed(words)
  const own = namesOf(owner).filter(name => name.length >= MIN_NAME)
  const noun = squeezed(words.split(/\s+/).at(-1) ?? '')
  return own.some(name => said.includes(name) || (noun.length >= MIN_NOUN && name.includes(noun)))
}
/** A town lists its own police, clerk, and library. */
const government =
  /^(?:the )?(?:city|town|township|village|borough|county|parish) of\b|\b(?:county|township|municipality)$/i
const ofKind = /\b(?:police|sheriff|fire|rescue|poison|wildlife|humane|chamber|guild|association|extension)\b/g
const MIN_NAME = 5
const MIN_NOUN = 4

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

/** If the business has numbers of its own, one of another company in the foot of the page does not count. */
const withoutHolders = (listed: [string, Seen][]): [string, Seen][] =>
  listed.some(([, { isNamed, isOfHolder }]) => isNamed && !isOfHolder)
    ? listed.filter(([, { isOfHolder }]) => !isOfHolder)
    : listed

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
  /** Numbers that some text gives to somebody else, and those for text messages. */
  const strangers = new Set<string>()
  const texts = new Set<string>()
  const misspelled = new Set(pages.flatMap(({ phones }) => phones.flatMap(phone => phone.misspelled ?? [])))
  const schemaFaxes = new Set<string>()
  const schemaPhones = new Set<string>()
  const isAbroad = pages.some(({ phones }) => phones.some(({ text }) => otherCode.test(text)))
  const countries = pages.flatMap(({ schema }) => schema.countries.filter(country => isCountry.test(country)))
  // Numbers in other countries can look like "(321) 834-2962" too.
  const hasOtherAddress = countries.length > 0 && !countries.some(country => withCode1.has(country))
  const isElsewhere = elsewhere.test(URL.parse(pages[0]?.url ?? '')?.hostname ?? '')
  for (const page of pages)
    for (const phone of page.phones) {
      const { text, how, isNamed = false, isAlone = false, line, others, company, holder } = phone
      const number = parsePhoneNumberFromString(text, 'US')
      if (number?.isValid() !== true || number.countryCallingCode !== '1') continue
      if (/^\d55501\d\d$/.test(number.nationalNumber.slice(2)) || number.nationalNumber.slice(3, 6) === '555') continue
      const value = `1${number.nationalNumber}`
      if (how === 'text' && misspelled.has(`+${value}`)) continue
      if (hasOtherAddress && !statedCode.test(text)) continue
      if (example.test(value) || hotlines.has(value) || ((isElsewhere || isAbroad) && !hasCode.test(text))) continue
      if (phone.isFax === true) {
        faxes.add(value)
        ;(how === 'schema' ? schemaFaxes : shownFaxes).add(value)
        continue
      }
      if (how === 'schema') schemaPhones.add(value)
      if (company !== undefined && !isOwners(company, owner, MOST)) continue
      if (phone.isForTexts === true) texts.add(value)
      const isOfOthers = others !== undefined && !areOwner(others, owner)
      if (isOfOthers) strangers.add(value)
      // The maker of the site, and the like.
      if (others === '') continue
      const known = seen.get(value) ?? {
        weight: 0,
        pageUrl: page.url,
        how,
        order: seen.size,
        isOnlyLinked: true,
        isAlone,
        isNamed,
        isCalled: false,
        isOwn: false,
        isOfHolder: true,
        urls: new Set<string>(),
      }
      known.urls.add(page.url)
      known.weight += how === 'text' && !isNamed ? 1 : 2
      if (line !== undefined && isNamedIn(line, owner)) known.weight++
      known.isOnlyLinked &&= how === 'link'
      known.isAlone ||= isAlone
      known.isNamed ||= isNamed || (how !== 'text' && phone.isBare !== true)
      known.isOfHolder &&= holder !== undefined && !isOwners(holder, owner, HALF)
      known.isOwn ||= !isOfOthers && phone.isShown !== true
      known.isCalled ||= phone.isForTexts !== true && phone.isShown !== true
      seen.set(value, known)
    }
  const likely = withoutHolders(withoutListed(seen, pages[0]?.url))
  const sure = likely.filter(([value, one]) => one.isOwn || !strangers.has(value))
  // If a site has no others, the words name the business: "Fire department: 303-440-0188".
  const listed = sure.length > 0 ? sure : likely
  /** Schema.org and the text agree that it is a fax, even if some other text does not. */
  const isAgreed = (value: string) => schemaFaxes.has(value) && shownFaxes.has(value) && !schemaPhones.has(value)
  const without = (some: ReadonlySet<string>) =>
    listed.filter(([value, { isNamed }]) => (isNamed && !isAgreed(value)) || !some.has(value))
  const calls = without(faxes).filter(([value, one]) => one.isCalled || !texts.has(value))
  return (calls.length > 0 ? calls : without(shownFaxes))
    .filter(
      ([value, one]) => !one.isOnlyLinked || ![...seen].some(([other, shown]) => isSlip(value, one, other, shown)),
    )
    .toSorted(([, a], [, b]) => b.weight - a.weight || a.order - b.order)
    .slice(0, MAX)
    .filter(([, { weight, isAlone }], index) => index === 0 || weight > 1 || isAlone)
    .map(([value, { pageUrl, how }]) => ({ value, how, pageUrl }))
}
