import { getDomainWithoutSuffix } from 'tldts'
import { isFreemail } from '#server/catalog/place/freemail.ts'
import { registrableDomain } from '#server/catalog/place/registrable-domain.ts'
import { hostOfAddress, isBuilder, isDoubtful, isGenericAddress } from './address.rules.ts'
import { ownPhones } from './phone.rules.ts'
import { profiles } from './profile.rules.ts'
import type { AddressWay, PageFacts } from './read-page.ts'
import { broaderRating } from './schema-org.rules.ts'
import { agreedWeek, mergedWeek, writeWeek } from './week.rules.ts'

export type SiteFactKind =
  | 'email'
  | 'phone'
  | 'social'
  | 'contact_page'
  | 'booking'
  | 'hours'
  | 'rating'
  | 'platform'
  | 'gone'
export type SiteFact = {
  kind: SiteFactKind
  value: string
  how: AddressWay | 'link'
  pageUrl: string
  /** An address of a function, such as info@, or with the name of the business. */
  isGeneric: boolean
}
export type SiteOwner = {
  /** Registrable domain of the site. */
  domain: string
  /** Names under which the catalog lists the business. */
  names: readonly string[]
}

const MOST_EMAILS = 8
/** More addresses of others than this, and the site lists other businesses. */
const MANY_OTHERS = 6
/** So many domains beside the one that each page names, and a page lists others. */
const LISTED = 3
const agency =
  /design|web|media|market|digital|studio|seo|creative|agency|hosting|software|solutions|develop|brand|ads?\b|promo/i
const contactWords = /contact|kontakt|get-?in-?touch|reach-?us|impressum|imprint/i
const pageWords: readonly RegExp[] = [
  contactWords,
  /about|who-?we-?are|our-?story/i,
  /team|staff|people|attorneys|doctors|providers/i,
  /location|directions|visit|hours|find-?us/i,
]
const file = /\.(?:pdf|jpe?g|png|gif|webp|svg|zip|docx?|xlsx?|mp[34]|ics|vcf|css|js|xml|json)$/i

/** Decides over all pages of a site which facts are the business's own. */
export function decideFacts(pages: readonly PageFacts[], owner: SiteOwner): SiteFact[] {
  const [home] = pages
  if (home === undefined) return []
  const emails = ownEmails(pages, owner)
  if (home.isParked && emails.length === 0)
    return [{ kind: 'gone', value: 'parked', how: 'text', pageUrl: home.url, isGeneric: true }]
  return [
    ...emails,
    ...ownPhones(pages).map(({ value, how, pageUrl }) => fact('phone', value, how, pageUrl)),
    ...profiles(pages).map(({ url, pageUrl }) => fact('social', url, 'link', pageUrl)),
    ...contactPage(pages, owner),
    ...booking(pages),
    ...hours(pages),
    ...rating(pages),
    ...(home.platform === null ? [] : [fact('platform', home.platform, 'link', home.url)]),
  ]
}

const fact = (kind: SiteFactKind, value: string, how: SiteFact['how'], pageUrl: string): SiteFact => ({
  kind,
  value,
  how,
  pageUrl,
  isGeneric: true,
})

type Seen = {
  address: string
  ways: Set<AddressWay>
  urls: Set<string>
  url: string
  how: AddressWay
  isOnContact: boolean
  isCredit: boolean
  /** Only a form sends mail there. It may still be the address with which its developer tested it. */
  isOnlyOfForm: boolean
  /** Only on pages that a theme shows as an example. */
  isOnlyOfDemo: boolean
  order: number
}

function collect(pages: readonly PageFacts[]): Seen[] {
  const seen = new Map<string, Seen>()
  for (const page of pages)
    for (const { address, how, isCredit, isOfForm = false } of page.addresses) {
      const isContact = isContactUrl(page.url)
      const known = seen.get(address)
      if (known === undefined) {
        seen.set(address, {
          address,
          ways: new Set([how]),
          urls: new Set([page.url]),
          url: page.url,
          how,
          isOnContact: isContact,
          isCredit,
          isOnlyOfForm: isOfForm,
          isOnlyOfDemo: page.isDemo,
          order: seen.size,
        })
        continue
      }
      if (isContact && !known.isOnContact) Object.assign(known, { url: page.url, isOnContact: true })
      if (rankOfWay(how) > rankOfWay(known.how)) known.how = how
      known.ways.add(how)
      known.urls.add(page.url)
      // A credit stays one, however often each page repeats it.
      known.isCredit = known.isCredit || isCredit
      known.isOnlyOfForm = known.isOnlyOfForm && isOfForm
      known.isOnlyOfDemo = known.isOnlyOfDemo && page.isDemo
    }
  return [...seen.values()]
}

const ways: readonly AddressWay[] = ['script', 'hidden', 'cloudflare', 'text', 'mailto', 'schema']
const rankOfWay = (how: AddressWay): number => ways.indexOf(how)
const isContactUrl = (url: string): boolean => contactWords.test(URL.parse(url)?.pathname ?? '')

const isShown = ({ ways: how, isCredit, address }: Seen): boolean =>
  (how.size > 1 || !how.has('script')) && !isCredit && !isDoubtful(address)
/** People can read it, or the page states it for programs. A link alone may be what a theme left. */
const isRead = ({ ways: how }: Seen): boolean => how.size > 1 || !(how.has('mailto') || how.has('script'))

function ownEmails(pages: readonly PageFacts[], owner: SiteOwner): SiteFact[] {
  const judged = collect(pages).map(one => Object.assign({ tie: tieOf(one.address, owner) }, one))
  const own = judged.filter(({ tie }) => tie === 'own')
  const shown = judged.filter(one => isShown(one) && !(one.isOnlyOfDemo && !(one.tie === 'free' && isRead(one))))
  const better = own.length > 0 || shown.some(one => one.tie === 'free' && !one.isOnlyOfForm)
  const likely = shown.filter(one => !(one.isOnlyOfForm && better))
  const mailboxes = likely.filter(one => one.tie === 'free')
  // A mailbox that is only linked may be of whoever made the site, if people can read another one.
  const areRead = mailboxes.some(isRead)
  const free = mailboxes.filter(one => !areRead || isRead(one) || isNamed(one.address, owner))
  const others = withoutListed(
    likely.filter(one => one.tie === 'other'),
    pages.length,
  )
  const kept = [
    ...own,
    ...free.filter(one => own.length === 0 || isNamed(one.address, owner) || isBesideOwn(one, pages)),
    ...(others.length > MANY_OTHERS ? others.filter(({ ways: how }) => how.has('schema')) : others).filter(one =>
      one.ways.has('schema')
        ? !isAgency(one.address, owner)
        : own.length === 0 &&
          free.length === 0 &&
          !isAgency(one.address, owner) &&
          (one.isOnContact || one.urls.size > 1 || one.ways.has('mailto') || others.length === 1),
    ),
  ]
  return kept
    .toSorted((a, b) => weightOf(b, owner) - weightOf(a, owner) || a.order - b.order)
    .slice(0, MOST_EMAILS)
    .map(({ address, how, url }) => ({
      kind: 'email',
      value: address,
      how,
      pageUrl: url,
      isGeneric: isGenericAddress(address) || isNamed(address, owner),
    }))
}

/** A page that names several domains lists others, if each page has the business's own address. */
function withoutListed<T extends Seen>(others: readonly T[], pages: number): readonly T[] {
  const onEach = new Set(others.filter(({ urls }) => pages > 1 && urls.size === pages).map(domainOf))
  const listed = new Set(others.map(domainOf)).difference(onEach)
  return onEach.size === 0 || listed.size < LISTED ? others : others.filter(one => onEach.has(domainOf(one)))
}

const domainOf = ({ address }: Seen): string | null => registrableDomain(hostOfAddress(address))

/** A free mailbox that the site shows beside an address of its own. */
const isBesideOwn = (one: Seen, pages: readonly PageFacts[]): boolean =>
  isRead(one) && (one.ways.has('schema') || one.isOnContact || one.urls.size > 1 || pages.length === 1)

const TIES = { own: 100, free: 40, other: 20, builder: 0 }
const weightOf = (one: Seen & { tie: keyof typeof TIES }, owner: SiteOwner): number =>
  TIES[one.tie] +
  (isGenericAddress(one.address) ? 20 : 0) +
  (isNamed(one.address, owner) ? 15 : 0) +
  (one.isOnContact ? 8 : 0) +
  Math.min(5, one.urls.size) +
  (one.ways.has('schema') ? 6 : 0) -
  (/^(?:careers?|jobs|hr|billing|accounts|privacy|webmaster|press|media)@/.test(one.address) ? 30 : 0)

/** own: of the site, or of a domain with the same name or the name of the business. */
function tieOf(address: string, owner: SiteOwner): keyof typeof TIES {
  const host = hostOfAddress(address)
  const domain = registrableDomain(host)
  if (domain === null || isBuilder(domain)) return domain === owner.domain ? 'own' : 'builder'
  if (domain === owner.domain) return 'own'
  if (isFreemail(domain)) return 'free'
  const name = squeezed(getDomainWithoutSuffix(domain) ?? '')
  const same = [getDomainWithoutSuffix(owner.domain) ?? '', ...owner.names].map(squeezed)
  return name.length >= 5 &&
    same.some(
      other =>
        other === name || (other.length >= 8 && name.length >= 8 && (other.startsWith(name) || name.startsWith(other))),
    )
    ? 'own'
    : 'other'
}

const squeezed = (text: string): string =>
  text.toLowerCase().replaceAll(/\b(?:the|inc|llc|co|corp|ltd)\b|[^a-z0-9]/g, '')

/** "flatironsplumbing@gmail.com" names the business. */
function isNamed(address: string, owner: SiteOwner): boolean {
  const local = squeezed(address.slice(0, address.indexOf('@')))
  return (
    local.length >= 6 &&
    [getDomainWithoutSuffix(owner.domain) ?? '', ...owner.names].some(
      name => squeezed(name).includes(local) || (squeezed(name).length >= 6 && local.includes(squeezed(name))),
    )
  )
}

const isAgency = (address: string, owner: SiteOwner): boolean =>
  agency.test(hostOfAddress(address)) && !agency.test(owner.domain)

/** Pages of the site that probably have contacts, the most likely first. */
export function pagesToRead(page: PageFacts, domain: string): string[] {
  const ranked = new Map<string, number>()
  const offer = (address: string, words: string, later = 0) => {
    const url = URL.parse(address, page.url)
    if (url === null || registrableDomain(url.hostname) !== domain || file.test(url.pathname)) return
    url.hash = ''
    if (url.href === page.url || url.pathname === '/') return
    const rank = pageWords.findIndex(pattern => pattern.test(`${url.pathname} ${words}`))
    if (rank === -1 || url.pathname.length > 120) return
    const place = rank + later + (contactWords.test(url.pathname) ? 0 : 0.5)
    ranked.set(url.href, Math.min(ranked.get(url.href) ?? Infinity, place))
  }
  for (const { url, text } of page.links) offer(url, text)
  // A link that people see is more reliable than a path in a script.
  for (const path of page.scriptPaths) offer(path, '', 0.75)
  const sorted = [...ranked].toSorted(([a, x], [b, y]) => x - y || a.length - b.length).map(([url]) => url)
  return sorted.some(isContactUrl)
    ? sorted
    : [...sorted.slice(0, 2), new URL('/contact', page.url).href, ...sorted.slice(2)]
}

function contactPage(pages: readonly PageFacts[], { domain }: SiteOwner): SiteFact[] {
  const read = pages.slice(1).find(page => isContactUrl(page.url))
  const linked = pages
    .flatMap(page => page.links)
    .find(({ url }) => isContactUrl(url) && registrableDomain(url) === domain)
  const url = read?.url ?? linked?.url
  return url === undefined
    ? []
    : [fact('contact_page', url.replace(/#.*$/, '').slice(0, 500), 'link', pages[0]?.url ?? url)]
}

const bookingHosts =
  /(?:^|\.)(?:calendly\.com|acuityscheduling\.com|vagaro\.com|booksy\.com|opentable\.com|resy\.com|schedulicity\.com|mindbodyonline\.com|setmore\.com|simplybook\.me|fresha\.com|glossgenius\.com|styleseat\.com|housecallpro\.com|exploretock\.com|zocdoc\.com|appointy\.com|squareup\.com|square\.site|getjobber\.com|nexhealth\.com|localmed\.com|janeapp\.com)$/

function booking(pages: readonly PageFacts[]): SiteFact[] {
  for (const page of pages)
    for (const { url } of page.links) {
      const target = URL.parse(url)
      if (target === null || !bookingHosts.test(target.hostname) || target.pathname.length < 2) continue
      if (target.hostname.endsWith('squareup.com') && !/appointments/.test(target.pathname)) continue
      return [fact('booking', url.slice(0, 500), 'link', page.url)]
    }
  return []
}

function hours(pages: readonly PageFacts[]): SiteFact[] {
  const stated = pages.find(page => page.schema.hours.length > 0)
  if (stated !== undefined) {
    // Places of a business that open at different times: none of them is the business.
    const weeks = pages.flatMap(page => page.schema.hours.flatMap(texts => mergedWeek(texts) ?? []))
    if (weeks.length > 0 && agreedWeek(weeks) === null) return []
    return [fact('hours', [...new Set(stated.schema.hours.flat())].join('; ').slice(0, 500), 'schema', stated.url)]
  }
  if (pages.some(page => page.hours.areDoubtful)) return []
  const week = agreedWeek(pages.flatMap(page => (page.isDemo ? [] : page.hours.weeks)))
  const shown = pages.find(page => week !== null && page.hours.weeks.includes(week))
  return week === null || shown === undefined ? [] : [fact('hours', writeWeek(week), 'text', shown.url)]
}

function rating(pages: readonly PageFacts[]): SiteFact[] {
  const best = pages.map(page => page.schema.rating).reduce(broaderRating, null)
  const rated = pages.find(page => page.schema.rating === best)
  return best === null || rated === undefined
    ? []
    : [fact('rating', `${best.value} (${best.count})`, 'schema', rated.url)]
}
