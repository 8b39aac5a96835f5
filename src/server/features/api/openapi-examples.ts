import { perLeadFact } from '#contract/lead-facts.ts'
import { noWork } from '#contract/lead-status.ts'
import { offeredPlans, plans } from '#contract/plans.ts'
import { perFilter } from '#contract/search-filters.ts'

/** An example call of an operation. Tests send it and compare the responses with real ones. */
export type Example = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  /** By status. */
  answers: Record<string, unknown>
}

const attribution = 'Overture Maps Foundation, overturemaps.org, and the sources that each place names'
const source = {
  source: 'overture',
  sourceName: 'Overture Maps',
  license: 'CDLA-Permissive-2.0',
  release: '2026-02-18.0',
}
const searchedSource = {
  source: 'overture',
  name: 'Overture Maps',
  release: '2026-02-18.0',
  license: 'CDLA-Permissive-2.0',
  attribution,
  isSample: false,
}
const lead = {
  id: 48_213,
  businessName: 'Flatirons Plumbing Co',
  category: 'Plumbing',
  phoneNumber: '(303) 555-0142',
  address: '1820 Pearl St',
  city: 'Boulder',
  state: 'CO',
  zipCode: '80302',
  website: 'https://flatirons-plumbing.example',
  email: null,
  latitude: 40.0189,
  longitude: -105.2704,
  distanceMiles: 0.29,
  rating: null,
  qualityScore: 85,
  scoreLines: [{ code: 'phone', label: 'Phone number', earned: 30, possible: 30, detail: 'local number' }],
  hasWebsite: true,
  hasPhoneNumber: true,
  hasHighRating: false,
  source: 'overture',
  sourceLicense: 'CDLA-Permissive-2.0',
  lastConfirmed: '2026-01-30',
  ...perLeadFact(() => null),
  ...noWork,
  isSample: false,
  factSources: [{ fact: 'phone', ...source, confirmedOn: '2026-01-30' }],
  attribution: [attribution],
  changes: [{ fact: 'website', was: null, is: 'https://flatirons-plumbing.example' }],
  isListed: true,
  phoneKind: 'in-state',
  doNotContact: false,
  report: null,
}
const search = {
  id: 1024,
  businessCategory: 'Plumbers',
  location: 'Boulder, CO',
  statewide: false,
  radius: 10,
  areas: [],
  filters: [],
  mainCategoryOnly: false,
  skipOwned: false,
  maxNewPulls: null,
  total: 143,
  nextPageToken: 'WzE4MiwyMCwyMF0.YrLQnnD74d04anLMQWsR8A',
  createdAt: '2026-03-01T12:00:00.000Z',
}
const criteria = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 10 }
const csv = [
  'name,category,phone,website,email,street,city,state,postal_code,latitude,longitude,distance_miles,rating,quality_score,source,source_license,last_confirmed,lead_id,search_category,search_location,attribution,fact_sources,still_listed',
  `Flatirons Plumbing Co,Plumbing,(303) 555-0142,https://flatirons-plumbing.example,,1820 Pearl St,Boulder,CO,80302,40.0189,-105.2704,0.29,,85,overture,CDLA-Permissive-2.0,2026-01-30,48213,Plumbers,"Boulder, CO","${attribution}","phone: Overture Maps, CDLA-Permissive-2.0, release 2026-02-18.0",yes`,
  '',
].join('\r\n')

const { tier, searchQuota, contactPullQuota } = offeredPlans.find(({ gates }) => gates.includes('api')) ?? plans.free

/** By operation name. */
export const apiExamples: Record<string, Example> = {
  getUsage: {
    answers: {
      200: {
        plan: tier,
        searches: { quota: searchQuota, remaining: 987 },
        contactPulls: { quota: contactPullQuota, remaining: 6420 },
        renewsAt: '2026-04-01T12:00:00.000Z',
      },
    },
  },
  createSearch: {
    body: criteria,
    answers: {
      200: {
        search,
        leads: [lead],
        hasNextPage: true,
        nextPageToken: search.nextPageToken,
        total: 143,
        timeTaken: 0.042,
        understood: {
          category: {
            words: 'Plumbers',
            match: 'sure',
            label: 'Plumbers',
            categoryCount: 1,
            contains: [{ category: 'plumbing', label: 'Plumbing', isSearched: true }],
          },
          location: { words: 'Boulder, CO', label: 'Boulder, CO', statewide: false },
          radius: 10,
          areas: [],
        },
        leftOut: { ...perFilter(() => 0), withoutRating: 0, owned: 0 },
        sources: [searchedSource],
        load: null,
        coverage: 'full',
      },
      202: {
        requiresConfirmation: true,
        estimatedLeads: 1260,
        message: 'Please confirm you want to proceed with this search.',
      },
    },
  },
  loadNextPage: {
    params: { searchId: search.id },
    body: { pageToken: search.nextPageToken },
    answers: { 200: { leads: [lead], hasNextPage: false, nextPageToken: null } },
  },
  listSearches: {
    query: { limit: 20 },
    answers: { 200: { items: [search], total: 37, nextCursor: 'MTAyMw' } },
  },
  getSearch: { params: { searchId: search.id }, answers: { 200: search } },
  listLeads: {
    query: { searchId: search.id, quality: 'high', hasPhone: 'true', sort: 'quality', limit: 20 },
    answers: { 200: { items: [lead], total: 143, nextCursor: 'WyJxdWFsaXR5Iiw4NSw0ODIxM10' } },
  },
  createExport: { body: { searchId: search.id }, answers: { 200: csv } },
}
