import type { Lead } from '#contract/leads.ts'

export const leadSorts = [
  { value: 'name', label: 'Name' },
  { value: 'rating', label: 'Rating' },
  { value: 'quality', label: 'Quality' },
  { value: 'match', label: 'Best match' },
  { value: 'distance', label: 'Distance' },
] as const
export type LeadSort = (typeof leadSorts)[number]['value']

const searchedFields = ['businessName', 'phoneNumber', 'address', 'city', 'state'] as const
const byName = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })
const nameOrder = (a: Lead, b: Lead): number => byName.compare(a.businessName, b.businessName) || a.id - b.id
/** Leads of a statewide search have no distance and come last. */
const distanceOf = ({ distanceMiles }: Lead): number => distanceMiles ?? Number.MAX_VALUE
const ratingOf = (lead: Lead): number => Number(lead.rating ?? 0) || 0

/** The loaded leads whose name, phone, address, city, or state contains the text, ignoring case. */
export function filterLeads(leads: readonly Lead[], text: string): readonly Lead[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return leads
  return leads.filter(lead => searchedFields.some(field => lead[field]?.toLowerCase().includes(wanted)))
}

/** From A to Z, then by ID. */
export const sortByName = (leads: readonly Lead[]): readonly Lead[] => leads.toSorted(nameOrder)

/**
 * Sorts leads. `named` are the same leads by name, which is the order of equal ones. No rating counts as 0. The best
 * match is the order in which the search found them.
 */
export function sortLeads(found: readonly Lead[], named: readonly Lead[], sort: LeadSort): readonly Lead[] {
  if (sort === 'match') return found
  if (sort === 'distance') return named.toSorted((a, b) => distanceOf(a) - distanceOf(b))
  if (sort === 'rating') return named.toSorted((a, b) => ratingOf(b) - ratingOf(a))
  return sort === 'quality' ? named.toSorted((a, b) => b.qualityScore - a.qualityScore) : named
}
