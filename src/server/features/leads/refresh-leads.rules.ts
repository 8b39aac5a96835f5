import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { cellOf } from '#server/catalog/place/cell.ts'
import type { FoundPlace, PlaceMark } from '#server/catalog/place/places-provider.ts'
import {
  isPlaceSuppressed,
  isSuppressed,
  phoneDigits,
  placeKeyOf,
} from '#server/catalog/suppression/suppression.rules.ts'
import { leadFactsOf } from './lead-facts.rules.ts'
import type { FreshLead, KeptFacts, KeptLead } from './refresh-leads.repository.ts'

/** What the catalog knows of a lead. */
export type Known = {
  /** The name that its place goes by now. */
  placeKey: string
  /** Null if the dataset no longer exists. */
  datasetId: number | null
  /** Null: the catalog does not have the place. */
  mark: PlaceMark | null
  /** Where it has changed. */
  place: FoundPlace | null
  /** The lead's own facts, where they are needed. */
  facts: KeptFacts | null
}

/** What is to be written of a lead; null where all is as it was. */
export function freshLead(lead: KeptLead, known: Known, snapshot: CatalogSnapshot): FreshLead | null {
  const { mark, place } = known
  const doNotContact = isLeftAlone(known, snapshot)
  if (mark !== null && place !== null) {
    const facts = leadFactsOf(place, snapshot)
    return { id: lead.id, phone: place.phone, isListed: true, doNotContact, facts, placeStamp: place.stamp }
  }
  const isListed = mark !== null || !coversStill(known, snapshot)
  const isSame = lead.isListed === isListed && lead.doNotContact === doNotContact && lead.placeKey === known.placeKey
  return isSame ? null : { id: lead.id, phone: lead.phone, isListed, doNotContact }
}

const isLeftAlone = ({ mark, place, facts, placeKey }: Known, snapshot: CatalogSnapshot): boolean => {
  if (place !== null) return isPlaceSuppressed(place, snapshot)
  if (mark?.isSuppressed === true) return true
  if (facts === null) return false
  const { phoneNumber, email, website } = facts
  const placeKeys = [placeKey, ...(mark?.members ?? []).map(name => placeKeyOf(name, snapshot.datasets))]
  return isSuppressed({ phone: phoneDigits(phoneNumber), email, website, placeKeys }, snapshot.suppressed)
}

// A source that was taken out as a whole says nothing about a place that it listed.
const coversStill = ({ facts, datasetId }: Known, { coverage }: CatalogSnapshot): boolean =>
  facts !== null &&
  (coverage.byCell.get(cellOf(facts.latitude, facts.longitude)) ?? []).some(row => row.datasetId === datasetId)
