import { isFreemail, registrableDomain } from '#domains/index.ts'
import { hostOfAddress } from './address.ts'
import type { TextHours } from './hours-text.ts'
import { agreedWeek } from './hours-week.ts'
import { ownEmails } from './own-emails.ts'
import { ownPhones } from './own-phones.ts'
import type { PageFacts } from './page-facts.ts'
import { hasNameIn, isNamedIn, type SiteOwner } from './site-owner.ts'

/** Words that say what a business does. The title of a theme for such businesses has them too. */
const trades = new Set(
  `auto automotive beauty care cleaning construction dental dentist dentistry electric family health hair landscaping
  legal massage medical nails painting pizza plumbing realty repair restaurant roofing salon service travel wellness`.split(
    /\s+/,
  ),
)

const DIGITS = 10
const phonesOf = ({ phones }: PageFacts): string[] =>
  phones.map(({ text }) => text.replaceAll(/\D/g, '').slice(-DIGITS))
const emailsOf = ({ addresses }: PageFacts): string[] => addresses.map(({ address }) => address)

/**
 * Removes contacts from pages that are left over from a theme, or from the site that this one was copied from. A
 * leftover is an inner page with no number or address of the front page and no address at the site's domain, that does
 * not name the business in its title, headings, or data. If the front page has a number of the business, the leftover's
 * numbers do not count. If the front page has an address, only the leftover's free mailboxes count. If it has hours,
 * other hours of the leftover do not count.
 */
export function withoutLeftovers(pages: readonly PageFacts[], owner: SiteOwner): PageFacts[] {
  const [front, ...others] = pages
  if (front === undefined) return []
  const phones = new Set(phonesOf(front))
  const emails = new Set(emailsOf(front))
  // These leave out examples, and the contacts of whoever made the site.
  const hasPhones = ownPhones([front], owner).length > 0
  const hasEmails = ownEmails([front], owner).length > 0
  const isKnown = (page: PageFacts): boolean =>
    isNamedIn(page.title, owner, trades) ||
    [...page.headings, ...page.schema.names].some(text => hasNameIn(text, owner)) ||
    phonesOf(page).some(phone => phones.has(phone)) ||
    emailsOf(page).some(email => emails.has(email) || domainOf(email) === owner.domain)
  const withoutOthers = (page: PageFacts): PageFacts => ({
    ...page,
    phones: hasPhones ? [] : page.phones,
    hours: front.hours.weeks.length > 0 ? agreeing(page.hours, front.hours) : page.hours,
    addresses: hasEmails ? page.addresses.filter(one => isFreemail(domainOf(one.address))) : page.addresses,
  })
  return [front, ...others.map(page => (isKnown(page) ? page : withoutOthers(page)))]
}

/** Hours that agree with those of the front page. */
function agreeing({ weeks }: TextHours, front: TextHours): TextHours {
  const shown = agreedWeek(front.weeks)
  return { weeks: shown === null ? [] : weeks.filter(week => agreedWeek([shown, week]) !== null), areDoubtful: false }
}

const domainOf = (email: string): string => registrableDomain(hostOfAddress(email)) ?? ''
