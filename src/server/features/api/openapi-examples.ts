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
  withoutCategories: [],
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

const noteText = 'Asked for a quote; call again on Monday'
const note = { id: 77, body: noteText, createdAt: '2026-03-04T15:00:00.000Z', editedAt: null }
const list = { id: 12, kind: 'list', name: 'Call this week', leadCount: 3, createdAt: '2026-03-02T09:00:00.000Z' }
const understood = {
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
const leftOut = { ...perFilter(() => 0), withoutRating: 0, owned: 0 }
const result = {
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
const areas = [{ place: 'Boulder, CO' }, { place: '80501' }]
const areaCriteria = { businessCategory: 'Plumbers', areas, radius: 10 }
const confirmation = {
  requiresConfirmation: true,
  estimatedLeads: 1260,
  message: 'Please confirm you want to proceed with this search.',
}
const preview = {
  understood,
  matches: 143,
  filterCounts: [{ name: 'hasPhoneNumber', value: true, matches: 131 }],
  related: [],
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
const report = { reason: 'closed', state: 'credited', isOwn: true, at: '2026-03-04T15:00:00.000Z' }
const savedSearch = {
  id: 31,
  name: 'Plumbers in Boulder',
  isMailed: true,
  createdAt: '2026-03-02T09:00:00.000Z',
  search,
  newBusinesses: 4,
  searches: 1,
}
const allOf = (item: unknown) => ({ items: [item], total: 1, nextCursor: null })
const leadId = lead.id
const savedSearchId = savedSearch.id

const webhook = {
  id: 12,
  url: 'https://hooks.example/leadline',
  events: ['lead.pulled', 'lead.changed'],
  state: 'on',
  createdAt: '2026-03-05T10:00:00.000Z',
  failingSince: null,
  formerSecretUntil: null,
}

/** By operation name. */
export const apiExamples: Record<string, Example> = {
  previewSearch: { body: criteria, answers: { 200: preview } },
  previewAreaSearch: {
    body: areaCriteria,
    answers: { 200: { ...preview, areas: [{ label: 'Boulder, CO', matches: 121 }] } },
  },
  createAreaSearch: {
    body: areaCriteria,
    answers: {
      200: {
        ...result,
        search: { ...search, location: 'Boulder, CO; 80501', areas },
        understood: { ...understood, areas: [{ label: 'Boulder, CO' }, { label: '80501' }] },
      },
      202: confirmation,
    },
  },
  getReceipt: {
    params: { searchId: search.id },
    answers: {
      200: {
        search,
        notes: { understood, leftOut, sources: [searchedSource], coverage: 'full' },
        leads: 20,
        pages: [{ at: '2026-03-02T09:00:00.000Z', leads: 20, pulls: 18, catalogVersion: 41 }],
        hash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
        charges: [{ id: 90_210, at: '2026-03-02T09:00:00.000Z', kind: 'monthly pull', amount: 18 }],
        refundedAt: null,
      },
    },
  },
  compareSearch: {
    params: { searchId: search.id },
    answers: {
      200: {
        compared: 20,
        isSame: false,
        appeared: 1,
        gone: 1,
        matchesThen: 143,
        matchesNow: 145,
        sources: [{ name: 'Overture Maps', release: '2026-03-18.0' }],
      },
    },
  },
  reportLeads: {
    body: { leadIds: [leadId], reason: 'closed' },
    answers: {
      200: {
        credited: 1,
        waiting: 0,
        free: 0,
        leftOut: { reportedBefore: 0, samples: 0, doNotContact: 0, tooOld: 0 },
        reports: [{ leadId, report }],
      },
    },
  },
  getReports: {
    answers: {
      200: {
        credited: 1,
        fairUse: { used: 1, allowed: 3 },
        ...allOf({ ...report, id: 31, leadId, businessName: lead.businessName }),
      },
    },
  },
  readSites: { body: { leadIds: [leadId] }, answers: { 202: { sites: 1, waiting: 1, left: null } } },
  getSiteProgress: { answers: { 200: { waiting: 1, unapplied: 0 } } },
  getLeadSite: {
    params: { leadId },
    answers: {
      200: {
        state: 'read',
        canBeRead: true,
        readAt: '2026-03-04T15:01:00.000Z',
        facts: [
          {
            kind: 'email',
            value: 'info@mesa-plumbing.example',
            pageUrl: 'https://mesa-plumbing.example/contact',
            seenAt: '2026-03-04T15:01:00.000Z',
            isGeneric: true,
            takesMail: true,
          },
        ],
        left: null,
      },
    },
  },
  changeLeads: { body: { leadIds: [leadId], status: 'contacted' }, answers: { 200: { changed: 1 } } },
  getLeadWork: {
    params: { leadId },
    answers: {
      200: {
        status: 'contacted',
        followUpOn: null,
        noteCount: 1,
        tags: [],
        lists: [{ id: list.id, kind: list.kind, name: list.name }],
        notes: [note],
        history: [{ id: 5012, kind: 'status', was: 'new', becomes: 'contacted', at: '2026-03-04T15:00:00.000Z' }],
        ownEntries: [],
      },
    },
  },
  addNote: { params: { leadId }, body: { body: noteText }, answers: { 201: note } },
  editNote: {
    params: { leadId, noteId: note.id },
    body: { body: noteText },
    answers: { 200: { ...note, editedAt: '2026-03-04T15:05:00.000Z' } },
  },
  deleteNote: { params: { leadId, noteId: note.id }, answers: { 200: { message: 'Note deleted' } } },
  getLists: { answers: { 200: allOf(list) } },
  createList: { body: { name: list.name }, answers: { 201: { ...list, leadCount: 0 } } },
  renameList: {
    params: { listId: list.id },
    body: { name: 'Call next week' },
    answers: { 200: { ...list, name: 'Call next week' } },
  },
  deleteList: { params: { listId: list.id }, answers: { 200: { message: 'List deleted' } } },
  getSavedSearches: { answers: { 200: allOf(savedSearch) } },
  saveSearch: { body: { searchId: search.id, name: savedSearch.name }, answers: { 201: { id: savedSearchId } } },
  changeSavedSearch: {
    params: { savedSearchId },
    body: { isMailed: false },
    answers: { 200: { message: 'Saved search changed' } },
  },
  searchNewBusinesses: {
    params: { savedSearchId },
    body: { maxNewPulls: 4 },
    answers: { 200: { ...result, hasNextPage: false, nextPageToken: null, total: 4 } },
  },
  getLeadNews: {
    answers: {
      200: allOf({
        id: 881,
        leadId,
        businessName: lead.businessName,
        kind: 'changed',
        what: ['phone'],
        foundAt: '2026-03-19T02:00:00.000Z',
      }),
    },
  },
  deleteSavedSearch: { params: { savedSearchId }, answers: { 200: { message: 'Saved search deleted' } } },
  pollNewLeads: { query: { limit: 100 }, answers: { 200: [lead] } },
  pollStatusChanges: {
    query: { limit: 100 },
    answers: {
      200: [
        {
          id: 90_412,
          leadId,
          businessName: lead.businessName,
          was: 'new',
          becomes: 'contacted',
          at: '2026-03-19T16:20:00.000Z',
        },
      ],
    },
  },
  pollHits: {
    query: { limit: 100 },
    answers: {
      200: [
        {
          id: 5120,
          savedSearchId,
          savedSearch: savedSearch.name,
          town: 'Boulder, CO',
          foundAt: '2026-03-19T02:00:00.000Z',
        },
      ],
    },
  },
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
  createSearch: { body: criteria, answers: { 200: result, 202: confirmation } },
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
  getLead: { params: { leadId }, answers: { 200: lead } },
  createExport: { body: { searchId: search.id }, answers: { 200: csv } },
  createWebhook: {
    body: { url: webhook.url, events: webhook.events },
    answers: { 201: { ...webhook, secret: 'whsec_bGVhZGxpbmUgc2lnbnMgaXRzIHdlYmhvb2tzIQ==' } },
  },
  listWebhooks: { answers: { 200: allOf(webhook) } },
  deleteWebhook: { params: { webhookId: webhook.id }, answers: { 204: undefined } },
}
