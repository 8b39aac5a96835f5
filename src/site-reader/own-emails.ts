import { getDomainWithoutSuffix } from 'tldts'
import { isFreemail, registrableDomain, isVendor } from '#domains/index.ts'
import { editDistance } from '#words/index.ts'
import { hostOfAddress, isDoubtful, isGenericAddress, localOfAddress } from './address.ts'
import type { AddressWay, PageFacts } from './page-facts.ts'
import { isContactUrl, isPolicyUrl } from './page-kind.ts'
import { hasNameIn, isNamed, namesOf, plainWordsOf, type SiteOwner, squeezed } from './site-owner.ts'

const MAX_EMAILS = 12
/** A site with more addresses than this at other domains is a list of other businesses. */
const MANY_OTHERS = 6
/** If the site has this many domains besides those on every page, they are a list of other businesses. */
const LISTED = 3
const agency =
  /design|web|media|market|digital|studio|seo|creative|agency|hosting|software|solutions|develop|brand|ads?\b|promo/i

type Seen = {
  address: string
  ways: Set<AddressWay>
  urls: Set<string>
  url: string
  how: AddressWay
  isOnContact: boolean
  isCredit: boolean
  /** The address is only the recipient of a form. It may be left over from a developer's test. */
  isOnlyOfForm: boolean
  /** The address is only on a theme's example pages. */
  isOnlyOfDemo: boolean
  /** The address is only on pages such as a privacy policy, which often name their author or host. */
  isOnlyOfPolicy: boolean
  /** Addresses that are directly next to it on any page. */
  beside: Set<string>
  order: number
}

function collect(pages: readonly PageFacts[]): Seen[] {
  const seen = new Map<string, Seen>()
  for (const page of pages)
    for (const { address, how, isCredit, isOfForm = false, beside = [] } of page.addresses) {
      const known = seen.getOrInsertComputed(address, () => ({
        address,
        ways: new Set(),
        urls: new Set(),
        url: page.url,
        how,
        isOnContact: false,
        isCredit: false,
        isOnlyOfForm: true,
        isOnlyOfDemo: true,
        isOnlyOfPolicy: true,
        beside: new Set(),
        order: seen.size,
      }))
      if (isContactUrl(page.url) && !known.isOnContact) Object.assign(known, { url: page.url, isOnContact: true })
      if (rankOfWay(how) > rankOfWay(known.how)) known.how = how
      known.ways.add(how)
      for (const other of beside) known.beside.add(other)
      known.urls.add(page.url)
      // Once an address is a credit, it stays a credit, no matter how often it is repeated.
      known.isCredit ||= isCredit
      known.isOnlyOfForm &&= isOfForm
      known.isOnlyOfDemo &&= page.isDemo
      known.isOnlyOfPolicy &&= isPolicyUrl(page.url)
    }
  return [...seen.values()]
}

const ways: readonly AddressWay[] = ['script', 'hidden', 'cloudflare', 'text', 'mailto', 'schema']
const rankOfWay = (how: AddressWay): number => ways.indexOf(how)

const isShown = ({ ways: how, isCredit, address }: Seen): boolean =>
  (how.size > 1 || !how.has('script')) && !isCredit && !isDoubtful(address)
/** "support@" at another domain is for that company's customers, such as users of a booking system. */
const isOfService = (address: string): boolean =>
  /^(?:support|help|helpdesk|customersupport|techsupport|privacy|legal|dpo|gdpr|dmca|copyright|accessibility|ada)@/.test(
    address,
  )

/** True if the address is more than just a link's target or part of a script, which may be left over from a theme. */
const isRead = ({ ways: how }: Seen): boolean => how.size > 1 || !(how.has('mailto') || how.has('script'))

/** The business's own addresses, the most likely first. */
export function ownEmails(
  pages: readonly PageFacts[],
  owner: SiteOwner,
): { value: string; how: AddressWay; pageUrl: string; isGeneric: boolean }[] {
  const judged = collect(pages).map(one => Object.assign({ tie: tieOf(one.address, owner) }, one))
  const own = judged.filter(({ tie }) => tie === 'own')
  const shown = judged.filter(one => isShown(one) && !(one.isOnlyOfDemo && !(one.tie === 'free' && isRead(one))))
  const hasBetter = own.length > 0 || shown.some(one => one.tie === 'free' && !one.isOnlyOfForm)
  const likely = shown.filter(one => !(one.isOnlyOfForm && hasBetter))
  const mailboxes = likely.filter(one => one.tie === 'free')
  // If visitors can read one mailbox, another that is only linked may belong to whoever made the site.
  const areRead = mailboxes.some(isRead)
  const free = mailboxes.filter(one => !areRead || isRead(one) || isNamed(one.address, owner))
  const others = withoutListed(
    likely.filter(one => one.tie === 'other' && !one.isOnlyOfPolicy && !isOfService(one.address)),
    pages.length,
  )
  const kept = [
    ...withoutMistyped(own, owner),
    ...free.filter(one => own.length === 0 || isNamed(one.address, owner) || isBesideOwn(one, own, pages)),
    ...(others.length > MANY_OTHERS ? others.filter(({ ways: how }) => how.has('schema')) : others).filter(
      one =>
        !isAgency(one.address, owner) &&
        (one.ways.has('schema') ||
          ((own.length === 0
            ? free.length === 0 || isOnEach(one, pages)
            : isOfName(one, owner) || (isRead(one) && hasFullName(one.address, owner))) &&
            (one.isOnContact || one.urls.size > 1 || one.ways.has('mailto') || others.length === 1))),
    ),
  ]
  return kept
    .toSorted((a, b) => weightOf(b, owner) - weightOf(a, owner) || a.order - b.order)
    .slice(0, MAX_EMAILS)
    .map(({ address, how, url }) => ({
      value: address,
      how,
      pageUrl: url,
      isGeneric: isGenericAddress(address) || isNamed(address, owner),
    }))
}

/** If a domain is on every page, it is the business's own, and several further domains are a list of others. */
function withoutListed<T extends Seen>(others: readonly T[], pages: number): readonly T[] {
  const onEach = new Set(others.filter(({ urls }) => pages > 1 && urls.size === pages).map(domainOf))
  const listed = new Set(others.map(domainOf)).difference(onEach)
  return onEach.size === 0 || listed.size < LISTED ? others : others.filter(one => onEach.has(domainOf(one)))
}

const domainOf = ({ address }: Seen): string | null => registrableDomain(hostOfAddress(address))

/** An address on every page is the business's own, even at another domain. Free mailboxes are then its staff's. */
const isOnEach = (one: Seen, pages: readonly PageFacts[]): boolean =>
  pages.length > 1 && one.urls.size === pages.length && isRead(one)

/** True for a free mailbox that the site shows as clearly as its own address, or next to it. */
const isBesideOwn = (one: Seen, own: readonly Seen[], pages: readonly PageFacts[]): boolean =>
  isRead(one) &&
  (one.ways.has('schema') ||
    one.isOnContact ||
    one.urls.size > 1 ||
    pages.length === 1 ||
    own.some(({ address }) => one.beside.has(address)))

const TIES = { own: 100, free: 40, other: 20, vendor: 0 }
const weightOf = (one: Seen & { tie: keyof typeof TIES }, owner: SiteOwner): number =>
  TIES[one.tie] +
  (isGenericAddress(one.address) ? 20 : 0) +
  (isNamed(one.address, owner) ? 15 : 0) +
  (one.isOnContact ? 8 : 0) +
  Math.min(5, one.urls.size) +
  (one.ways.has('schema') ? 6 : 0) -
  (/^(?:careers?|jobs|hr|billing|accounts|privacy|webmaster|press|media)@/.test(one.address) ? 30 : 0)

const nameOf = (address: string): string => getDomainWithoutSuffix(hostOfAddress(address)) ?? ''

/** An address is `own` at the site's domain, and at a domain that has the same name or the business's name. */
function tieOf(address: string, owner: SiteOwner): keyof typeof TIES {
  const host = hostOfAddress(address)
  const domain = registrableDomain(host)
  if (domain === null || isVendor(domain)) return domain === owner.domain ? 'own' : 'vendor'
  if (domain === owner.domain) return 'own'
  // Sites mention government offices and schools, but these addresses are not the business's own.
  if (/\.(?:gov|mil|edu)$/.test(domain)) return 'vendor'
  if (isFreemail(domain)) return 'free'
  const name = squeezed(nameOf(address))
  return name.length >= 5 &&
    namesOf(owner).some(
      other =>
        other === name || (other.length >= 8 && name.length >= 8 && (other.startsWith(name) || name.startsWith(other))),
    )
    ? 'own'
    : 'other'
}

/** True for "flatironsplumbing@pec.it". A part of the name is not enough: "plumbing@bouldercounty.org". */
function hasFullName(address: string, owner: SiteOwner): boolean {
  const mailbox = address.slice(0, address.indexOf('@'))
  return hasNameIn(mailbox, owner) || (squeezed(mailbox).length >= 6 && namesOf(owner).includes(squeezed(mailbox)))
}

/** Without "info@flatirons.om" if the site also has "info@flatirons.com" and is at this domain. */
function withoutMistyped<T extends Seen>(own: readonly T[], { domain }: SiteOwner): T[] {
  const [atDomain, others] = [own.filter(one => domainOf(one) === domain), own.filter(one => domainOf(one) !== domain)]
  const names = new Set(atDomain.map(({ address }) => localOfAddress(address)))
  const isMistyped = (one: T) =>
    names.has(localOfAddress(one.address)) && editDistance(domainOf(one) ?? '', domain, 1) <= 1
  return [...atDomain, ...others.filter(one => !isMistyped(one))]
}

const MIN_NAME = 6
/** True for "info@audiva.net" on the contact page of "Audiva Hearing Instruments". */
const isOfName = (one: Seen, { names }: SiteOwner): boolean =>
  one.isOnContact && isRead(one) && names.some(text => startsWithWords(text, squeezed(nameOf(one.address))))

function startsWithWords(text: string, name: string): boolean {
  if (name.length < MIN_NAME) return false
  let start = ''
  for (const word of plainWordsOf(text)) {
    start += word
    if (start.length >= name.length) return start === name
  }
  return false
}

const isAgency = (address: string, owner: SiteOwner): boolean =>
  agency.test(hostOfAddress(address)) && !agency.test(owner.domain)
