import timeZoneAt from '@photostructure/tz-lookup'
import { perLeadFact } from '#contract/leads/lead-facts.ts'
import { isReturned } from '#contract/leads/lead-report.ts'
import { noWork } from '#contract/leads/lead-status.ts'
import { byName } from '#contract/leads/lead-texts.ts'
import { type FactSource, type Lead, withoutContacts } from '#contract/leads/leads.ts'
import { cellOf } from '#geography/index.ts'
import { phoneKindOf } from '#server/catalog/place/phone-kind.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { isSuppressed, phoneDigits } from '#server/catalog/suppression/suppression.rules.ts'
import { changesBetween, type LeadFacts } from './lead-facts.rules.ts'
import { shownSite } from './lead-site.sql.ts'
import type { StoredLead } from './leads.repository.ts'

/** A stored lead as users see it. Its row already has the catalog's current facts, see `refreshLeads`. */
export function currentLead(
  { id, facts, firstFacts, distanceMiles, isListed, doNotContact, work, report, site }: StoredLead,
  snapshot: CatalogSnapshot,
): Lead {
  const known = { ...noFacts, ...facts }
  const phone = phoneDigits(known.phoneNumber)
  // The kind is not known for samples, because they use a few fictional numbers in every state.
  const phoneKind = phone === null || known.isSample ? null : phoneKindOf(phone, known.state)
  const own = {
    id,
    phoneKind,
    distanceMiles,
    timeZone: known.hours === null ? null : timeZoneAt(known.latitude, known.longitude),
    factSources: factSourcesOf(known, snapshot),
    doNotContact: doNotContact && !isReturned({ report }),
    ...noWork,
    ...(work && { ...work, tags: work.tags.toSorted(byName) }),
    report,
    site: shownSite(site),
  }
  if (doNotContact) return { ...known, ...own, ...withoutContacts, isListed: true }
  const changes = firstFacts === null ? [] : changesBetween(firstFacts, known)
  return { ...known, ...own, changes: changes.filter(({ was }) => !isContactSuppressed(was, snapshot)), isListed }
}

const noFacts = perLeadFact(() => null)

// A release confirms a place even if it does not change it. The catalog's coverage says which release was the last.
function factSourcesOf({ latitude, longitude, factSources }: LeadFacts, { coverage }: CatalogSnapshot): FactSource[] {
  const covering = coverage.byCell.get(cellOf(latitude, longitude)) ?? []
  return factSources.map(({ datasetId, ...source }) => {
    const covered = covering.find(row => row.datasetId === datasetId)
    return covered === undefined ? source : { ...source, release: covered.release }
  })
}

// Whether a former contact is on the do-not-contact list.
const isContactSuppressed = (contact: string | null, { suppressed }: CatalogSnapshot): boolean =>
  contact !== null &&
  (isSuppressed({ phone: phoneDigits(contact), email: null, website: contact, placeKeys: [] }, suppressed) ||
    (contact.includes('@') && isSuppressed({ phone: null, email: contact, website: null, placeKeys: [] }, suppressed)))
