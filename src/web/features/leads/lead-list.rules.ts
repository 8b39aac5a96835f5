import { byName, typedPhone } from '#contract/leads/lead-texts.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { websiteLink } from './lead-links.ts'

export const leadSorts = [
  { value: 'name', label: 'Name' },
  { value: 'rating', label: 'Rating' },
  { value: 'quality', label: 'Quality' },
  { value: 'grade', label: 'Website grade' },
  { value: 'match', label: 'Best match' },
  { value: 'distance', label: 'Distance' },
  { value: 'category', label: 'Category' },
  { value: 'website', label: 'Website' },
  { value: 'email', label: 'Email' },
] as const
export type LeadSort = (typeof leadSorts)[number]['value']
/** These orders start with the highest value. The others start with the lowest value or with A. */
export const highestFirst: readonly LeadSort[] = ['rating', 'quality']

const searchedFields = ['businessName', 'phoneNumber', 'address', 'city', 'state'] as const
const nameOrder = (a: Lead, b: Lead): number => byName(a.businessName, b.businessName) || a.id - b.id

type Order = (a: Lead, b: Lead) => number
const byNumber =
  (valueOf: (lead: Lead) => number): Order =>
  (a, b) =>
    valueOf(a) - valueOf(b)
/** Sorts from A to Z. Leads without the text come last. */
const byText =
  (textOf: (lead: Lead) => string | null | undefined): Order =>
  (a, b) => {
    const [first, second] = [textOf(a) ?? '', textOf(b) ?? '']
    return first === '' || second === '' ? Number(first === '') - Number(second === '') : byName(first, second)
  }
const orders: Record<Exclude<LeadSort, 'name' | 'match'>, Order> = {
  rating: byNumber(({ rating }) => -(Number(rating ?? 0) || 0)),
  quality: byNumber(({ qualityScore }) => -qualityScore),
  // The worst first, because that is who needs a call. Leads without a grade are last.
  grade: byNumber(({ site }) => (site?.grade == null ? Number.MAX_VALUE : site.score)),
  // Leads of a statewide search have no distance and come last.
  distance: byNumber(({ distanceMiles }) => distanceMiles ?? Number.MAX_VALUE),
  category: byText(({ category }) => category),
  website: byText(({ website }) => websiteLink(website)?.label ?? website),
  email: byText(({ email }) => email),
}

/** The loaded leads whose name, phone, address, city, or state contains the text, ignoring case. */
export function filterLeads(leads: readonly Lead[], text: string): readonly Lead[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return leads
  // A phone number is found however it is written, as in All Leads.
  const digits = typedPhone(wanted)
  const hasPhone = ({ phoneNumber }: Lead) => digits !== null && phoneNumber?.replaceAll(/\D/g, '').includes(digits)
  return leads.filter(lead => hasPhone(lead) || searchedFields.some(name => lead[name]?.toLowerCase().includes(wanted)))
}

/** From A to Z, then by ID. */
export const sortByName = (leads: readonly Lead[]): readonly Lead[] => leads.toSorted(nameOrder)

/**
 * Sorts leads. `named` contains the same leads sorted by name, which is the order of leads with equal values. A missing
 * rating counts as 0. "Best match" is the order in which the search found the leads.
 */
export function sortLeads(found: readonly Lead[], named: readonly Lead[], sort: LeadSort): readonly Lead[] {
  if (sort === 'match') return found
  return sort === 'name' ? named : named.toSorted(orders[sort])
}
