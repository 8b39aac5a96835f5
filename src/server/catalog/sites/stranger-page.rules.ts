import { isFreemail } from '#server/catalog/place/freemail.ts'
import { registrableDomain } from '#server/catalog/place/registrable-domain.ts'
import { hostOfAddress } from './address.rules.ts'
import type { PageFacts } from './read-page.ts'
import { isNamedIn, type SiteOwner } from './site-owner.ts'

const DIGITS = 10
const phonesOf = ({ phones }: PageFacts): string[] =>
  phones.map(({ text }) => text.replaceAll(/\D/g, '').slice(-DIGITS))
const emailsOf = ({ addresses }: PageFacts): string[] => addresses.map(({ address }) => address)

/**
 * The pages without what a theme, or the site that this one was copied from, left: an inner page that gives none of
 * the numbers and addresses of the front page, and does not name the business. Beside numbers of the front page, its
 * numbers do not count, and beside addresses there, only its free mailboxes do.
 */
export function withoutLeftovers(pages: readonly PageFacts[], owner: SiteOwner): PageFacts[] {
  const [front, ...others] = pages
  if (front === undefined) return []
  const phones = new Set(phonesOf(front))
  const emails = new Set(emailsOf(front))
  const isKnown = (page: PageFacts): boolean =>
    isNamedIn(page.title, owner) ||
    phonesOf(page).some(phone => phones.has(phone)) ||
    emailsOf(page).some(email => emails.has(email) || domainOf(email) === owner.domain)
  const withoutOthers = (page: PageFacts): PageFacts => ({
    ...page,
    phones: phones.size > 0 ? [] : page.phones,
    addresses: emails.size > 0 ? page.addresses.filter(one => isFreemail(domainOf(one.address))) : page.addresses,
  })
  return [front, ...others.map(page => (isKnown(page) ? page : withoutOthers(page)))]
}

const domainOf = (email: string): string => registrableDomain(hostOfAddress(email)) ?? ''
