import { perLeadFact } from '#contract/leads/lead-facts.ts'
import { noWork } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'

/** A complete lead for tests and for the design page. */
export const makeLead = (own: Partial<Lead> = {}): Lead => ({
  id: 1,
  businessName: 'Flatirons Plumbing',
  category: 'Plumbing',
  phoneNumber: '(303) 555-0100',
  address: '1200 Pearl St',
  city: 'Boulder',
  state: 'CO',
  zipCode: '80302',
  website: 'https://www.flatironsplumbing.example',
  email: 'office@flatironsplumbing.example',
  latitude: 40.0176,
  longitude: -105.2797,
  distanceMiles: 1.24,
  rating: '4.6',
  qualityScore: 84,
  scoreLines: [
    { code: 'phone', label: 'Phone', earned: 20, possible: 20, detail: 'local number' },
    { code: 'website', label: 'Website', earned: 15, possible: 15, detail: 'own website' },
    { code: 'email', label: 'Email', earned: 8, possible: 15, detail: 'freemail address' },
    { code: 'freshness', label: 'Freshness', earned: 0, possible: 10, detail: 'confirmed long ago' },
  ],
  hasWebsite: true,
  hasPhoneNumber: true,
  hasHighRating: true,
  source: 'overture',
  sourceLicense: 'CDLA-Permissive-2.0',
  lastConfirmed: '2026-04-01',
  ...perLeadFact(() => null),
  ...noWork,
  isSample: false,
  factSources: [
    {
      fact: 'phone',
      source: 'overture',
      sourceName: 'Overture Maps (Meta)',
      license: 'CDLA-Permissive-2.0',
      confirmedOn: '2026-04-01',
      release: '2026-04-15.0',
    },
  ],
  attribution: ['Overture Maps Foundation, overturemaps.org'],
  changes: [],
  isListed: true,
  phoneKind: null,
  doNotContact: false,
  report: null,
  ...own,
})
