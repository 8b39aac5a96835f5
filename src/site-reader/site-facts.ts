import { registrableDomain } from '#domains/index.ts'
import { agreedWeek, isDefaultWeek, namesWorkingDays, type Week, writeWeek } from './hours-week.ts'
import { withoutLeftovers } from './leftover-pages.ts'
import { markOfAddress } from './marks.ts'
import { ownEmails } from './own-emails.ts'
import { ownPhones } from './own-phones.ts'
import type { AddressWay, PageFacts } from './page-facts.ts'
import { isContactUrl } from './page-kind.ts'
import { profiles } from './profile.ts'
import { broaderRating } from './schema-org.ts'
import type { SiteOwner } from './site-owner.ts'

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
  | 'kind'
export type SiteFact = {
  kind: SiteFactKind
  value: string
  how: AddressWay | 'link'
  pageUrl: string
  /** A role address such as info@, or an address that contains the business's name. */
  isGeneric: boolean
}

export function decideFacts(read: readonly PageFacts[], owner: SiteOwner): SiteFact[] {
  const pages = withoutLeftovers(read, owner)
  const [home] = pages
  if (home === undefined) return []
  const emails = ownEmails(pages, owner).map(one => Object.assign({ kind: 'email' as const }, one))
  if (home.isParked && emails.length === 0)
    return [{ kind: 'gone', value: 'parked', how: 'text', pageUrl: home.url, isGeneric: true }]
  return [
    ...emails,
    ...ownPhones(pages, owner).map(({ value, how, pageUrl }) => fact('phone', value, how, pageUrl)),
    ...profiles(pages, owner).map(({ url, pageUrl }) => fact('social', url, 'link', pageUrl)),
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

function contactPage(pages: readonly PageFacts[], { domain }: SiteOwner): SiteFact[] {
  const read = pages.slice(1).find(page => isContactUrl(page.url))
  const linked = pages
    .flatMap(page => page.links.map(({ url }) => ({ url, pageUrl: page.url })))
    .find(({ url }) => isContactUrl(url) && registrableDomain(url) === domain)
  const found = read === undefined ? linked : { url: read.url, pageUrl: read.url }
  return found === undefined
    ? []
    : [fact('contact_page', found.url.replace(/#.*$/, '').slice(0, 500), 'link', found.pageUrl)]
}

function booking(pages: readonly PageFacts[]): SiteFact[] {
  for (const page of pages)
    for (const { url } of page.links) {
      if (markOfAddress(url)?.group !== 'booking' || (URL.parse(url)?.pathname.length ?? 0) < 2) continue
      return [fact('booking', url.slice(0, 500), 'link', page.url)]
    }
  return []
}

function hours(pages: readonly PageFacts[]): SiteFact[] {
  const shown = shownHours(pages)
  const stated = pages.find(page => page.schema.hours.length > 0)
  const weeks = pages.map(page => page.schema.hours.filter(said => said !== null))
  if (stated === undefined || weeks.flat().length === 0) return shown === null ? [] : [shown.fact]
  // If locations have different hours, none of them are the hours of the whole business.
  const week = weeks.some(ofPage => ofPage.length > 0 && agreedWeek(ofPage) === null) ? null : agreedWeek(weeks.flat())
  if (week === null) return []
  return isDefaultWeek(week) && shown !== null && namesWorkingDays(shown.week)
    ? [shown.fact]
    : [fact('hours', writeWeek(week), 'schema', stated.url)]
}

/** The hours that visitors read. Null if some are not certain, or if they differ. */
function shownHours(pages: readonly PageFacts[]): { week: Week; fact: SiteFact } | null {
  if (pages.some(page => page.hours.areDoubtful)) return null
  const real = pages.filter(page => !page.isDemo)
  const week = agreedWeek(real.flatMap(page => page.hours.weeks))
  const page = real.find(one => week !== null && one.hours.weeks.includes(week))
  return week === null || page === undefined ? null : { week, fact: fact('hours', writeWeek(week), 'text', page.url) }
}

function rating(pages: readonly PageFacts[]): SiteFact[] {
  const best = pages.map(page => page.schema.rating).reduce(broaderRating, null)
  const rated = pages.find(page => page.schema.rating === best)
  return best === null || rated === undefined
    ? []
    : [fact('rating', `${best.value} (${best.count})`, 'schema', rated.url)]
}
