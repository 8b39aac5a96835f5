import { perLeadFact } from '#contract/leads/lead-facts.ts'
import { noWork } from '#contract/leads/lead-status.ts'
import { offeredPlans, plans } from '#contract/plans.ts'
import { perFilter } from '#contract/searches/search-filters.ts'

// The businesses, searches, and leads in the examples. The same thing has the same id everywhere.

const attribution = 'Overture Maps Foundation, overturemaps.org, and the sources that each place names'
const source = {
  source: 'overture',
  sourceName: 'Overture Maps',
  license: 'CDLA-Permissive-2.0',
  release: '2026-02-18.0',
}
export const searchedSource = {
  source: 'overture',
  name: 'Overture Maps',
  release: '2026-02-18.0',
  license: 'CDLA-Permissive-2.0',
  attribution,
  isSample: false,
}
export const lead = {
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
  timeZone: 'America/Denver',
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
  hours: 'Mo-Fr 08:00-17:00',
  socials: ['https://www.facebook.com/flatironsplumbing'],
  site: {
    grade: 'D',
    score: 55,
    reasons: ['The site has no layout for phones.'],
    shows: ['works', 'https', 'title'],
    missing: ['viewport', 'booking'],
    platform: 'WordPress',
    booking: null,
    checkedAt: '2026-03-04T15:00:30.000Z',
  },
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
export const search = {
  id: 1024,
  businessCategory: 'Plumbers',
  location: 'Boulder, CO',
  statewide: false,
  radius: 10,
  areas: [],
  filters: [],
  mainCategoryOnly: false,
  withoutCategories: [],
  skipOwned: false,
  maxNewPulls: null,
  sortBy: 'relevance',
  total: 143,
  nextPageToken: 'WzE4MiwyMCwyMF0.YrLQnnD74d04anLMQWsR8A',
  createdAt: '2026-03-01T12:00:00.000Z',
}
export const criteria = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 10 }
export const csv = [
  'name,category,phone,website,email,street,city,state,postal_code,latitude,longitude,distance_miles,rating,quality_score,source,source_license,last_confirmed,lead_id,search_category,search_location,attribution,fact_sources,still_listed',
  `Flatirons Plumbing Co,Plumbing,(303) 555-0142,https://flatirons-plumbing.example,,1820 Pearl St,Boulder,CO,80302,40.0189,-105.2704,0.29,,85,overture,CDLA-Permissive-2.0,2026-01-30,48213,Plumbers,"Boulder, CO","${attribution}","phone: Overture Maps, CDLA-Permissive-2.0, release 2026-02-18.0",yes`,
  '',
].join('\r\n')

export const { tier, searchQuota, contactPullQuota } =
  offeredPlans.find(({ gates }) => gates.includes('api')) ?? plans.free

export const noteText = 'Asked for a quote; call again on Monday'
export const note = { id: 77, body: noteText, createdAt: '2026-03-04T15:00:00.000Z', editedAt: null }
export const list = {
  id: 12,
  kind: 'list',
  name: 'Call this week',
  leadCount: 3,
  createdAt: '2026-03-02T09:00:00.000Z',
}
export const understood = {
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
}
export const leftOut = { ...perFilter(() => 0), withoutRating: 0, owned: 0 }
export const result = {
  search,
  leads: [lead],
  hasNextPage: true,
  nextPageToken: search.nextPageToken,
  total: 143,
  timeTaken: 0.042,
  understood,
  leftOut,
  sources: [searchedSource],
  load: null,
  coverage: 'full',
}
export const areas = [{ place: 'Boulder, CO' }, { place: '80501' }]
export const areaCriteria = { businessCategory: 'Plumbers', areas, radius: 10 }
export const confirmation = {
  requiresConfirmation: true,
  estimatedLeads: 1260,
  message: 'Please confirm you want to proceed with this search.',
}
export const preview = {
  understood,
  matches: 143,
  filterCounts: [{ name: 'hasPhoneNumber', value: true, matches: 131 }],
  related: [],
  towns: [],
  areas: [],
  owned: 20,
  known: 0,
  doNotContact: 2,
  searches: 1,
  pulls: 123,
  pullsLeft: 6420,
  coverage: 'full',
  isSample: false,
}
export const report = { reason: 'closed', state: 'credited', isOwn: true, at: '2026-03-04T15:00:00.000Z' }
export const savedSearch = {
  id: 31,
  name: 'Plumbers in Boulder',
  isMailed: true,
  createdAt: '2026-03-02T09:00:00.000Z',
  search,
  newBusinesses: 4,
  searches: 1,
}
export const allOf = (item: unknown) => ({ items: [item], total: 1, nextCursor: null })
export const leadId = lead.id
export const savedSearchId = savedSearch.id

export const webhook = {
  id: 12,
  url: 'https://hooks.example/leadline',
  events: ['lead.pulled', 'lead.changed'],
  state: 'on',
  createdAt: '2026-03-05T10:00:00.000Z',
  failingSince: null,
  formerSecretUntil: null,
}
