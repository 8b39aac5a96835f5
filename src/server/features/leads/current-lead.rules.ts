import { perLeadFact } from '#contract/lead-facts.ts'
import type { FactSource, Lead } from '#contract/leads.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { cellOf } from '#server/catalog/place/cell.ts'
import { isSuppressed, phoneDigits } from '#server/catalog/suppression/suppression.rules.ts'
import { changesBetween, type LeadFacts } from './lead-facts.rules.ts'
import type { StoredLead } from './leads.repository.ts'

/** A stored lead as it is shown. Its row holds what the catalog knows now, see `refreshLeads`. */
export function currentLead(
  { id, facts, firstFacts, distanceMiles, isListed, doNotContact }: StoredLead,
  snapshot: CatalogSnapshot,
): Lead {
  const known = { ...withoutSources, ...noFacts, ...facts }
  const own = { id, distanceMiles, factSources: factSourcesOf(known, snapshot), doNotContact }
  if (doNotContact) return { ...known, ...withoutContacts, ...own, changes: [], isListed: true }
  const changes = changesBetween(firstFacts ?? known, known)
  return { ...known, ...own, changes: changes.filter(({ was }) => !isContactSuppressed(was, snapshot)), isListed }
}

const withoutContacts = {
  phoneNumber: null,
  email: null,
  website: null,
  hasPhoneNumber: false,
  hasWebsite: false,
}

const noFacts = perLeadFact(() => null)

// Leads of the first version did not keep them.
const withoutSources: Pick<LeadFacts, 'factSources' | 'attribution'> = { factSources: [], attribution: [] }

// A release that changes nothing about a place still confirms it: which one did last, the catalog's coverage says.
function factSourcesOf({ latitude, longitude, factSources }: LeadFacts, { coverage }: CatalogSnapshot): FactSource[] {
  const covering = coverage.byCell.get(cellOf(latitude, longitude)) ?? []
  return factSources.map(({ datasetId, ...source }) => {
    const covered = covering.find(row => row.datasetId === datasetId)
    return covered === undefined ? source : { ...source, release: covered.release }
  })
}

// A former contact that somebody asked us not to give out.
const isContactSuppressed = (contact: string | null, { suppressed }: CatalogSnapshot): boolean =>
  contact !== null &&
  (isSuppressed({ phone: phoneDigits(contact), email: null, website: contact, placeKeys: [] }, suppressed) ||
    (contact.includes('@') && isSuppressed({ phone: null, email: contact, website: null, placeKeys: [] }, suppressed)))
