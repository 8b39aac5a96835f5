import { cellOf } from '#geography/index.ts'
import type { FoundPlace, PlaceMark } from '#server/catalog/place/places-provider.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import {
  type Contactable,
  isPlaceSuppressed,
  isSuppressed,
  phoneDigits,
  placeKeyOf,
  type Suppressed,
} from '#server/catalog/suppression/suppression.rules.ts'
import { leadFactsOf } from './lead-facts.rules.ts'
import type { FreshLead, KeptFacts, KeptLead } from './refresh-leads.repository.ts'

export type Known = {
  placeKey: string
  /** Null if the dataset no longer exists. */
  datasetId: number | null
  /** Null if the catalog does not have the place. */
  mark: PlaceMark | null
  /** The place, if it has changed. */
  place: FoundPlace | null
  /** The lead's own facts, if they are needed. */
  facts: KeptFacts | null
}

/** The do-not-contact lists for a user's leads. `own`: the user's entries that name them; null without a list. */
export type Lists = { snapshot: CatalogSnapshot; own: Suppressed | null }

/** The update of a lead; null if nothing has changed. */
export function freshLead(lead: KeptLead, known: Known, { snapshot, own }: Lists): FreshLead | null {
  const { mark, place } = known
  const isOnDoNotContact = own !== null && isSuppressed(contactsOf(lead, known, snapshot), own)
  const doNotContact = lead.isReturned || isOnDoNotContact || isLeadSuppressed(known, snapshot)
  if (mark !== null && place !== null) {
    const facts = leadFactsOf(place, snapshot)
    return { id: lead.id, phone: place.phone, isListed: true, doNotContact, facts, placeStamp: place.stamp }
  }
  const isListed = mark !== null || !coversStill(known, snapshot)
  const isSame = lead.isListed === isListed && lead.doNotContact === doNotContact && lead.placeKey === known.placeKey
  return isSame ? null : { id: lead.id, phone: lead.phone, isListed, doNotContact }
}

const isLeadSuppressed = ({ mark, place, facts, placeKey }: Known, snapshot: CatalogSnapshot): boolean => {
  if (place !== null) return isPlaceSuppressed(place, snapshot)
  if (mark?.isSuppressed === true) return true
  if (facts === null) return false
  const { phoneNumber, email, website } = facts
  const placeKeys = [placeKey, ...(mark?.members ?? []).map(name => placeKeyOf(name, snapshot.datasets))]
  return isSuppressed({ phone: phoneDigits(phoneNumber), email, website, placeKeys }, snapshot.suppressed)
}

/** All values by which the user's own list may name the lead, including the key that the lead had until now. */
export function contactsOf(lead: KeptLead, known: Known, { datasets }: CatalogSnapshot): Contactable {
  const { mark, place, facts, placeKey } = known
  const members = (mark?.members ?? []).map(name => placeKeyOf(name, datasets))
  const contacts = place ?? (facts && { ...facts, phone: phoneDigits(facts.phoneNumber) })
  const { phone = null, email = null, website = null } = contacts ?? {}
  return { phone, email, website, placeKeys: [lead.placeKey, placeKey, ...members] }
}

// If a source was removed completely, nothing is known about the places that it listed.
const coversStill = ({ facts, datasetId }: Known, { coverage }: CatalogSnapshot): boolean =>
  facts !== null &&
  (coverage.byCell.get(cellOf(facts.latitude, facts.longitude)) ?? []).some(row => row.datasetId === datasetId)
