import type { Lead } from '#contract/leads.ts'
import type { Deps } from '../deps.ts'
import { type CatalogSnapshot, isPlaceSuppressed } from '../places/catalog.ts'
import { cellOf } from '../places/cell.ts'
import type { FoundPlace } from '../places/places-provider.ts'
import { isSuppressed } from '../places/suppression/suppression.rules.ts'
import { changesBetween, type LeadFacts, leadFactsOf, placeNameOf } from './lead-facts.rules.ts'
import type { StoredLead } from './leads.repository.ts'

/**
 * Leads with what the catalog knows of them now. A lead stays its user's own: where the catalog has lost the place, or
 * must not offer it any more, the facts are those that were pulled.
 */
export async function currentLeads({ catalog }: Pick<Deps, 'catalog'>, leads: readonly StoredLead[]): Promise<Lead[]> {
  const snapshot = await catalog.refresh()
  const named = leads.map(lead => ({ lead, name: placeNameOf(lead.placeKey, snapshot) }))
  const found = await catalog.places.find(named.flatMap(({ name }) => name ?? []))
  return named.map(({ lead, name }) =>
    currentLead(lead, name === null ? undefined : found.get(`${name.datasetId}:${name.sourceId}`), {
      snapshot,
      datasetId: name?.datasetId ?? null,
    }),
  )
}

function currentLead(
  { id, placeKey, facts, firstFacts, distanceMiles }: StoredLead,
  place: FoundPlace | undefined,
  { snapshot, datasetId }: { snapshot: CatalogSnapshot; datasetId: number | null },
): Lead {
  const pulled = { ...withoutSources, ...facts }
  if (isLeftAlone(pulled, placeKey, place, snapshot))
    return { ...pulled, ...withoutContacts, id, distanceMiles, changes: [], isListed: true, doNotContact: true }
  if (place === undefined) {
    const isListed = datasetId === null || !coversStill(pulled, datasetId, snapshot)
    const changes = changesBetween(firstFacts ?? pulled, pulled)
    return { ...pulled, id, distanceMiles, changes, isListed, doNotContact: false }
  }
  const now = leadFactsOf(place, snapshot)
  return {
    ...now,
    id,
    distanceMiles,
    changes: changesBetween(firstFacts ?? pulled, now),
    isListed: true,
    doNotContact: false,
  }
}

const withoutContacts = {
  phoneNumber: null,
  email: null,
  website: null,
  hasPhoneNumber: false,
  hasWebsite: false,
}

// By what was pulled, and by what the catalog knows now.
const isLeftAlone = (
  pulled: LeadFacts,
  placeKey: string,
  place: FoundPlace | undefined,
  snapshot: CatalogSnapshot,
): boolean =>
  (place !== undefined && isPlaceSuppressed(place, snapshot)) || isPulledSuppressed(pulled, placeKey, snapshot)

/** True for a lead that is on the do-not-contact list by what it was pulled with. */
export function isPulledSuppressed(
  { phoneNumber, email, website }: Pick<LeadFacts, 'phoneNumber' | 'email' | 'website'>,
  placeKey: string,
  { suppressed }: CatalogSnapshot,
): boolean {
  const digits = phoneNumber?.replaceAll(/\D/g, '') ?? ''
  const phone = digits === '' ? null : Number(digits.length === 10 ? `1${digits}` : digits)
  return isSuppressed({ phone, email, website, placeKeys: [placeKey] }, suppressed)
}

// Leads of the first version did not keep them.
const withoutSources: Pick<LeadFacts, 'factSources' | 'attribution'> = { factSources: [], attribution: [] }

// A source that was taken out as a whole says nothing about a place that it listed.
const coversStill = ({ latitude, longitude }: LeadFacts, datasetId: number, { coverage }: CatalogSnapshot): boolean =>
  (coverage.byCell.get(cellOf(latitude, longitude)) ?? []).some(row => row.datasetId === datasetId)
