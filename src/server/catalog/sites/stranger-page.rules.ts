import { isFreemail } from '#server/catalog/place/freemail.ts'
import { registrableDomain } from '#server/catalog/place/registrable-domain.ts'
import { hostOfAddress } from './address.rules.ts'
import { ownEmails } from './own-emails.rules.ts'
import { ownPhones } from './phone.rules.ts'
import type { PageFacts } from './read-page.ts'
import { hasNameIn, isNamedIn, type SiteOwner } from './site-owner.ts'

const DIGITS = 10
const phonesOf = ({ phones }: PageFacts): string[] =>
  phones.map(({ text }) => text.replaceAll(/\D/g, '').slice(-DIGITS))
const emailsOf = ({ addresses }: PageFacts): string[] => addresses.map(({ address }) => address)

/**
 * The pages without what a theme left, or the site that this one was copied from. Such a leftover is an inner page that
 * gives none of the numbers and addresses of the front page, and names the business neither in its title, nor in a heading, nor in
 * its data. If the front
 * page has a number of the business, those of the leftover do not count. If it has an address, only free mailboxes do.
 */
export function withoutLeftovers(pages: readonly PageFacts[], owner: SiteOwner): PageFacts[] {
  const [front, ...others] = pages
  if (front === undefined) return []
  const phones = new Set(phonesOf(front))
  const emails = new Set(emailsOf(front))
  // Without those of whoever made the site, and examples.
  const hasPhones = ownPhones([front], owner).length > 0
  const hasEmails = ownEmails([front], owner).length > 0
  const isKnown = (page: PageFacts): boolean =>
    isNamedIn(page.title, owner) ||
    [...page.headings, ...page.schema.names].some(text => hasNameIn(text, owner)) ||
    phonesOf(page).some(phone => phones.has(phone)) ||
    emailsOf(page).some(email => emails.has(email) || domainOf(email) === owner.domain)
  const withoutOthers = (page: PageFacts): PageFacts => ({
    ...page,
    phones: hasPhones ? [] : page.phones,
    addresses: hasEmails ? page.addresses.filter(one => isFreemail(domainOf(one.address))) : page.addresses,
  })
  return [front, ...others.map(page => (isKnown(page) ? page : withoutOthers(page)))]
}

const domainOf = (email: string): string => registrableDomain(hostOfAddress(email)) ?? ''
