import type { FactOrigin } from '#server/catalog/place/provenance.ts'
import { ownWebsite } from '#server/catalog/place/sources.ts'

export type SiteFactRow = {
  domain: string
  kind: string
  value: string
  pageUrl: string
  /** YYYY-MM-DD. */
  seenOn: string
  isGeneric: boolean
  mail: string | null
}
type Found<Value> = { value: Value; origin: FactOrigin }

export type SiteShare = {
  domain: string
  /** The first email address that may be contacted; null if there is none. */
  email: Found<string> | null
  /** All email addresses that the website shows. They are only used for comparing. */
  shownEmails: ReadonlySet<string>
  phone: Found<number> | null
  socials: string[]
  rating: Found<{ rating: number; reviewCount: number }> | null
  hours: Found<string> | null
  /** Ids of the main categories that the website confirms. */
  kinds: ReadonlySet<number>
  isGone: boolean
}

/** If more places than this share a domain, they are the branches of a chain and get no facts from its website. */
export const MAX_PLACES = 10
const noMail = new Set<string | null>(['none', 'null'])

/**
 * The facts of a website that apply to each place with its domain; null if there are none. Email, profiles, hours, and
 * kind belong to the company, so all its places get them. The phone and the rating apply only if there is one place.
 * Personal email addresses are left out.
 */
export function siteShareOf(facts: readonly SiteFactRow[], places: number): SiteShare | null {
  const [first] = facts
  if (first === undefined || places > MAX_PLACES) return null
  const of = (kind: string) => facts.filter(fact => fact.kind === kind)
  const emails = of('email')
  const [hours] = of('hours')
  const email = emails.find(({ isGeneric, mail }) => isGeneric && !noMail.has(mail))
  const phone = places === 1 ? of('phone')[0] : undefined
  const rated = places === 1 ? of('rating')[0] : undefined
  const rating = rated === undefined ? null : ratingOf(rated.value)
  return {
    domain: first.domain,
    email: email === undefined ? null : { value: email.value, origin: originOf(email) },
    shownEmails: new Set(emails.map(({ value }) => value)),
    phone: phone === undefined ? null : { value: Number(phone.value), origin: originOf(phone) },
    socials: of('social').map(({ value }) => value),
    rating: rated === undefined || rating === null ? null : { value: rating, origin: originOf(rated) },
    hours: hours === undefined ? null : { value: hours.value, origin: originOf(hours) },
    kinds: new Set(of('kind').map(({ value }) => Number(value))),
    isGone: of('gone').length > 0,
  }
}

/** "4.8 (63)" */
function ratingOf(text: string): { rating: number; reviewCount: number } | null {
  const [, rating, reviewCount] = /^(\d(?:\.\d)?) \((\d+)\)$/.exec(text) ?? []
  return rating === undefined ? null : { rating: Number(rating), reviewCount: Number(reviewCount) }
}

const originOf = ({ pageUrl, seenOn }: SiteFactRow): FactOrigin => ({
  datasetId: null,
  origin: null,
  license: ownWebsite.license,
  confirmedOn: seenOn,
  page: pageUrl,
})
